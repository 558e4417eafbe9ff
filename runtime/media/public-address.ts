/**
 * Decides which IP addresses belong to the public internet. Private, local and reserved ones do
 * not.
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

const closed = new BlockList()
const globalV6 = new BlockList()
for (const net of V4)
  closed.addSubnet(net.split('/')[0] as string, Number(net.split('/')[1]), 'ipv4')
for (const net of V6)
  closed.addSubnet(net.split('/')[0] as string, Number(net.split('/')[1]), 'ipv6')
globalV6.addSubnet('2000::', 3, 'ipv6')

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
