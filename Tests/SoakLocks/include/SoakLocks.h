// Nothing is called from Swift: the functions of this target take the place of the libraries' own.
void soak_locks(void);
