/**
 * Decides which IP addresses belong to the public internet, and which to a private network.
 * Reserved addresses belong to neither.
 */
import { BlockList, isIP } from 'node:net'

const V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]
/** Parts of the global range 2000::/3 that are reserved or contain an IPv4 address. */
const V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const PRIVATE_V4 = ['10.0.0.0/8', '127.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16']
const PRIVATE_V6 = ['::1/128', 'fc00::/7', 'fe80::/10']

function blockOf(v4: readonly string[], v6: readonly string[]): BlockList {
  const block = new BlockList()
  for (const [family, nets] of [['ipv4', v4] as const, ['ipv6', v6] as const])
    for (const net of nets) {
      const [address, bits] = net.split('/')
      block.addSubnet(address!, Number(bits), family)
    }
  return block
}

const closed = blockOf(V4, V6)
const globalV6 = blockOf([], ['2000::/3'])
const inside = blockOf(PRIVATE_V4, PRIVATE_V6)

/**
 * Whether an IP address may be fetched. Mapped IPv4 addresses are outside the global IPv6 range, so
 * they are refused.
 */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !closed.check(address, 'ipv4')
    case 6:
      return globalV6.check(address, 'ipv6') && !closed.check(address, 'ipv6')
    default:
      return false
  }
}

/**
 * Whether an IP address is of this machine or a private network. Addresses that contain an IPv4
 * address in another form than a mapped one (NAT64, 6to4) may be of anybody, so they are not.
 */
export function isPrivateAddress(address: string): boolean {
  const own = address.replace(/^::ffff:(?=[\d.]+$)/i, '')
  const family = isIP(own)
  return family !== 0 && inside.check(own, family === 4 ? 'ipv4' : 'ipv6')
}
