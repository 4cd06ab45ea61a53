"""
OpenStack Swift with its S3 API on loopback, for tests: it checks signatures as Amazon does. It needs Debian's
python3-swift. It ends soon after the process OWNER, and takes its folder with it.

server.py FOLDER OWNER PROXY_PORT ACCOUNT_PORT CONTAINER_PORT OBJECT_PORT
"""
import ctypes
import getpass
import os
import shutil
import signal
import sys
import time

FOLDER = os.path.realpath(sys.argv[1])
OWNER = int(sys.argv[2])
PORTS = dict(zip(['proxy', 'account', 'container', 'object'], map(int, sys.argv[3:7])))
KINDS = ['account', 'container', 'object']

COMMON = f"""bind_ip = 127.0.0.1
workers = 0
user = {getpass.getuser()}
swift_dir = {FOLDER}
devices = {FOLDER}/dev
mount_check = false
disable_fallocate = true
fallocate_reserve = 0
log_address = /nowhere
log_level = ERROR
"""

# On a busy machine a server may take longer than Swift's half a second to three. An update of a container that is late
# would be left to a daemon that does not run here, so a list would lack the object for ever.
PATIENCE = """conn_timeout = 30
node_timeout = 60
container_update_timeout = 60
"""

PROXY = f"""[DEFAULT]
bind_port = {PORTS['proxy']}
{COMMON}[pipeline:main]
pipeline = catch_errors cache s3api tempauth bulk slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
{PATIENCE}# Otherwise a part that is late at the start, on a busy machine, is not asked again for a minute.
error_suppression_limit = 1000000
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
paste.filter_factory = proxy_cache:filter_factory
[filter:bulk]
use = egg:swift#bulk
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
auth_pipeline_check = false
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:slo]
use = egg:swift#slo
"""

SWIFT = """[swift-hash]
swift_hash_path_suffix = s
swift_hash_path_prefix = p
[storage-policy:0]
name = one
default = yes
"""


def write(name, text):
    with open(os.path.join(FOLDER, name), 'w') as file:
        file.write(text)


def configure():
    os.makedirs(f'{FOLDER}/dev/d1', exist_ok=True)
    write('swift.conf', SWIFT)
    write('proxy-server.conf', PROXY)
    for kind in KINDS:
        write(f'{kind}-server.conf', f"""[DEFAULT]
bind_port = {PORTS[kind]}
{COMMON}[pipeline:main]
pipeline = {kind}-server
[app:{kind}-server]
use = egg:swift#{kind}
{PATIENCE}""")


def make_rings():
    from swift.common.ring import RingBuilder

    for kind in KINDS:
        builder = RingBuilder(4, 1, 1)
        place = {'ip': '127.0.0.1', 'port': PORTS[kind]}
        replication = {f'replication_{name}': value for name, value in place.items()}
        builder.add_dev({'id': 0, 'region': 1, 'zone': 1, 'weight': 1.0, 'device': 'd1', 'meta': '',
                         **place, **replication})
        builder.rebalance()
        builder.get_ring().save(f'{FOLDER}/{kind}.ring.gz')


def serve(kind):
    from swift.common.wsgi import run_wsgi

    # SIGKILL when the parent dies, whatever kills it.
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)
    return run_wsgi(f'{FOLDER}/{kind}-server.conf', f'{kind}-server')


def main():
    configure()
    import swift.common.utils as utils

    utils.set_swift_dir(FOLDER)
    make_rings()
    children = []
    for kind in [*KINDS, 'proxy']:
        child = os.fork()
        if child == 0:
            try:
                serve(kind)
            finally:
                os._exit(1)
        children.append(child)
    while os.path.exists(f'/proc/{OWNER}'):
        time.sleep(1)
    for child in children:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    shutil.rmtree(FOLDER, ignore_errors=True)


if __name__ == '__main__':
    main()
