// Does nothing. A call makes the linker include the object file, whose other functions replace those of Swift's
// libraries.
void soak_locks(void);
