/// The style of the pages, in light and dark mode.
enum GalleryStyle {
    /// The text of `gallery.css`.
    static let text = """
        :root { color-scheme: light dark; --line: #8885; --check: #8883; --accent: #0550ae; --error: #b00020; }
        @media (prefers-color-scheme: dark) { :root { --accent: #79b8ff; --error: #ff8a80; } }
        body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; padding: 1rem 1.5rem 4rem; max-width: 84rem; }
        h1 { font-size: 1.7rem; margin: .5rem 0 0; } h2 { font-size: 1.2rem; margin: 2rem 0 .6rem; } h3 { font-size: .9rem; margin: 0; }
        p { margin: .3rem 0; } a { color: var(--accent); } small { opacity: .75; }
        :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
        nav { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; margin: .6rem 0; }
        form { display: flex; flex-wrap: wrap; align-items: center; gap: .6rem; margin: .8rem 0; }
        input[type=search] { font: inherit; padding: .35rem .6rem; width: min(26rem, 100%); }
        .cards { list-style: none; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: 1.2rem; }
        .cards a { display: block; text-decoration: none; overflow-wrap: anywhere; } .cards p { font-size: .85rem; opacity: .85; }
        .cards img, .cards .error { width: 100%; height: auto; aspect-ratio: 4 / 3; object-fit: contain; display: block; }
        img { border-radius: 6px; max-width: 100%; height: auto;
          background: repeating-conic-gradient(var(--check) 0 25%, transparent 0 50%) 0 0 / 16px 16px; }
        img.tiny { image-rendering: pixelated; }
        .figures { display: flex; flex-wrap: wrap; gap: 1.2rem; align-items: flex-start; }
        figure { margin: 0; max-width: 100%; } figcaption { font-size: .85rem; max-width: 320px; overflow-wrap: anywhere; }
        figcaption small { display: block; } figure.companion img { max-width: 160px; }
        figure .note, figure .error { max-width: 320px; box-sizing: border-box; padding: .8rem; border: 1px solid var(--line); border-radius: 6px; }
        .error { color: var(--error); } .cards .error { font-size: .8rem; overflow: auto; border: 1px solid; padding: .5rem; box-sizing: border-box; }
        .scroll { overflow-x: auto; } table { border-collapse: collapse; }
        th, td { text-align: left; vertical-align: top; padding: .25rem 1rem .25rem 0; border-bottom: 1px solid var(--line); }
        .code { position: relative; margin: .8rem 0; } .copy { position: absolute; top: 1.9rem; right: .5rem; }
        pre { overflow-x: auto; padding: .8rem; border: 1px solid var(--line); border-radius: 6px; margin: .3rem 0; font-size: .85rem; }
        [hidden] { display: none !important; }
        @media print { form, .copy { display: none; } }

        """
}
