// Does nothing. Calling it makes the linker take the file's other functions, which stand in for those of Swift's
// libraries.
void soak_locks(void);
