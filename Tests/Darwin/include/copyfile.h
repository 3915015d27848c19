typedef struct copyfile_state *copyfile_state_t;

#define COPYFILE_ACL 1

int fcopyfile(int source, int target, copyfile_state_t state, unsigned int flags);
