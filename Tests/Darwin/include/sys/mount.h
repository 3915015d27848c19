struct statfs {
  char f_fstypename[16];
};

int fstatfs(int file, struct statfs *status);
