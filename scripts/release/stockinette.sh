#!/bin/sh
# The shop with its own Node: `stockinette start`, and every command for its owner (`stockinette --help`).
here=$(dirname "$(readlink -f "$0")")
export LD_LIBRARY_PATH="$here/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export NODE_ENV="${NODE_ENV:-production}" STOCKINETTE_COMMAND=stockinette
set_node() { node=$1; }
set_node "$here"/node_modules/node-linux-*/bin/node
[ "$1" = start ] && [ $# -eq 1 ] || exec "$node" "$here/src/cli/main.ts" "$@"

# V8's compile cache belongs to the user who runs the shop: the program's folder may belong to root. Node would make the data
# folder for everybody, and also for a start that fails: so there is a cache only once there is a shop.
data=${SHOP_DATA_DIR:-data}
[ -n "$NODE_COMPILE_CACHE" ] || [ ! -e "$data/items.db" ] || export NODE_COMPILE_CACHE="$data/compile-cache"
# glibc returns the memory of photos to the system.
export MALLOC_MMAP_THRESHOLD_=1048576 MALLOC_TRIM_THRESHOLD_=2097152
# A smaller young generation of V8: 20 to 40 MB less memory.
exec "$node" --max-semi-space-size=4 --import "$here/src/process/end-signals.ts" "$here/server.ts"
