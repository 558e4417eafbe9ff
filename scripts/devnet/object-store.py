"""A one-node OpenStack Swift with its S3 interface, in one process: proxy, account, container and object server.

Usage: object-store.py FOLDER. Everything is kept in that folder, whose file system must hold extended attributes. Ports are free ones
of 127.0.0.1, taken before the rings name them. Prints the S3 port when ready, and runs as whoever started it until it is killed.
"""
import os
import socket
import sys

import eventlet
eventlet.patcher.monkey_patch(all=False, socket=True, select=True, thread=True)
import eventlet.wsgi  # noqa: E402

BACK = ("object", "container", "account")

SWIFT = """
[swift-hash]
swift_hash_path_prefix = a
swift_hash_path_suffix = b
[storage-policy:0]
name = Policy-0
default = yes
"""

DEFAULTS = """
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = {port}
swift_dir = {etc}
devices = {node}
mount_check = false
log_level = ERROR
"""

SERVER = DEFAULTS + """
fallocate_reserve = 0
[pipeline:main]
pipeline = {kind}-server
[app:{kind}-server]
use = egg:swift#{kind}
"""

PROXY = DEFAULTS + """
[pipeline:main]
pipeline = catch_errors cache listing_formats bulk s3api tempauth slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
s3_acl = false
allow_no_owner = true
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
"""


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


def ring(path, port):
    """One device that has everything."""
    from swift.common.ring import RingBuilder
    builder = RingBuilder(4, 1, 1)
    builder.add_dev({"region": 1, "zone": 1, "ip": "127.0.0.1", "port": port, "replication_ip": "127.0.0.1",
                     "replication_port": port, "device": "d1", "weight": 1.0, "meta": ""})
    builder.rebalance()
    builder.get_ring().save(path)


def main(folder):
    try:
        os.setxattr(folder, "user.swift.metadata", b"?")
    except OSError:
        sys.exit(3)
    etc, node = os.path.join(folder, "etc"), os.path.join(folder, "node")
    os.makedirs(etc)
    os.makedirs(os.path.join(node, "d1"))
    write(os.path.join(etc, "swift.conf"), SWIFT)
    import swift.common.utils as utils
    utils.SWIFT_CONF_FILE = os.path.join(etc, "swift.conf")
    from swift.common.wsgi import loadapp

    sockets = {kind: eventlet.listen(("127.0.0.1", 0), backlog=128) for kind in BACK + ("proxy",)}
    ports = {kind: sock.getsockname()[1] for kind, sock in sockets.items()}
    for kind in BACK:
        ring(os.path.join(etc, kind + ".ring.gz"), ports[kind])
    for kind, sock in sockets.items():
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        conf = os.path.join(etc, kind + ".conf")
        write(conf, (PROXY if kind == "proxy" else SERVER).format(kind=kind, port=ports[kind], etc=etc, node=node))
        serving = eventlet.spawn(eventlet.wsgi.server, sock, loadapp(conf), log_output=False, debug=False)
    print(ports["proxy"], flush=True)
    serving.wait()


main(sys.argv[1])
