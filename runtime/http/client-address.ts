/**
 * Determines the client address and our own origin. Headers are trusted only if the socket's
 * address is that of a trusted proxy.
 */
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { generationCache } from '../lib/cache.ts'
import type { Settings } from '../context.ts'

/** Reads the client address and the requested origin of a request. */
export interface ClientReader {
  ip(request: IncomingMessage): string
  /**
   * The address if it is certainly the client's; undefined if an untrusted party forwarded the
   * request.
   */
  trustedIp(request: IncomingMessage): string | undefined
  /**
   * Whether the only known origin is this machine: it may be a proxy that names no client, and so
   * stand for any number of callers.
   */
  isUnnamed(request: IncomingMessage): boolean
  origin(request: IncomingMessage): string
}

/** Number of socket addresses whose trust is cached. */
const KNOWN_ADDRESSES = 1024

/** Headers that show that a proxy forwarded the request. */
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip']

const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/**
 * Makes the reader of one gateway. Throws if a trusted proxy is not an IP address or a CIDR range.
 */
export function makeClientReader(
  settings: Pick<Settings, 'publicUrl' | 'clientIpHeader' | 'trustedProxies'>,
): ClientReader {
  const isTrusted = trustIn(settings.trustedProxies)
  const header = settings.clientIpHeader.toLowerCase()
  const publicUrl = settings.publicUrl?.replace(/\/+$/, '')
  const socketAddressOf = (request: IncomingMessage): string =>
    plainAddress(request.socket.remoteAddress)
  /** Returns the address that a trusted proxy names. */
  const named = (request: IncomingMessage, socketAddress: string): string | undefined => {
    if (!isTrusted(socketAddress)) return undefined
    const text = request.headers[header]
    return typeof text === 'string' && isIP(text.trim()) !== 0
      ? plainAddress(text.trim())
      : undefined
  }
  const onTheWay = [...FORWARDED, header]
  return {
    ip(request) {
      const socketAddress = socketAddressOf(request)
      return named(request, socketAddress) ?? socketAddress
    },
    trustedIp(request) {
      const socketAddress = socketAddressOf(request)
      return (
        named(request, socketAddress) ??
        (onTheWay.some(name => request.headers[name] !== undefined) ? undefined : socketAddress)
      )
    },
    isUnnamed(request) {
      const socketAddress = socketAddressOf(request)
      return isLocal(socketAddress) && named(request, socketAddress) === undefined
    },
    origin(request) {
      if (publicUrl !== undefined) return publicUrl
      const host = request.headers.host
      const known = host !== undefined && HOST.test(host) ? host.toLowerCase() : localHost(request)
      return `${scheme(request, isTrusted)}://${known}`
    },
  }
}

/** Whether a socket address is one of our proxies. Recent results are cached. */
function trustIn(ranges: readonly string[]): (socketAddress: string) => boolean {
  if (ranges.length === 0) return () => false
  const trusted = proxyList(ranges)
  const known = generationCache<boolean>(KNOWN_ADDRESSES)
  return socketAddress => {
    const before = known.get(socketAddress)
    if (before !== undefined) return before
    const found =
      isIP(socketAddress) !== 0 &&
      trusted.check(socketAddress, isIP(socketAddress) === 6 ? 'ipv6' : 'ipv4')
    known.set(socketAddress, found)
    return found
  }
}

function proxyList(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = isIP(address)
    if (family === 0)
      throw new Error(`trusted proxy ${JSON.stringify(range)} is not an address or a CIDR range`)
    const type = family === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, type)
    else list.addSubnet(address, Number(bits), type)
  }
  return list
}

/** A rate-limit key, and how many times the limit it may use. */
export interface RateKey {
  key: string
  times: number
}

/**
 * How many times the limit of a /64 network a whole /48 may use: the owner of a /48 has 65,536 of
 * them.
 */
const TIMES_48 = 16

/**
 * Returns the rate-limit keys of a client: its IPv4 address, or both the /64 and the /48 network of
 * its IPv6 address.
 */
export function rateKeys(ip: string): readonly RateKey[] {
  const own = { key: rateLimitKey(ip), times: 1 }
  return isIP(ip) === 6 ? [own, { key: network(ip, 3), times: TIMES_48 }] : [own]
}

/**
 * Returns the key of a client if one key is enough: its address, or the /64 network of an IPv6
 * client.
 */
export function rateLimitKey(ip: string): string {
  return isIP(ip) === 6 ? network(ip, 4) : ip
}

/** Returns the network of an IPv6 address with this many groups of 16 bits. */
function network(ip: string, groups: number): string {
  const [head = '', tail] = ip.split('%')[0]!.split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail === undefined || tail === '' ? [] : tail.split(':')
  const middle =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0')
  const named = [...front, ...middle, ...back].slice(0, groups)
  return `${named.map(group => Number.parseInt(group, 16).toString(16)).join(':')}::/${groups * 16}`
}

/**
 * Whether a socket address is on this machine. It may always name the scheme, which only affects
 * addresses in its own reply.
 */
function isLocal(socketAddress: string): boolean {
  return socketAddress === '::1' || socketAddress.startsWith('127.')
}

/** Converts an IPv4 address mapped into IPv6 to the IPv4 address. */
function plainAddress(address: string | undefined): string {
  if (address === undefined) return 'unknown'
  return address.startsWith('::ffff:') && address.includes('.')
    ? address.slice(7)
    : address.toLowerCase()
}

function localHost(request: IncomingMessage): string {
  return `localhost:${request.socket.localPort ?? 80}`
}

function scheme(request: IncomingMessage, isTrusted: (socketAddress: string) => boolean): string {
  if ((request.socket as TLSSocket).encrypted === true) return 'https'
  if (request.headers['x-forwarded-proto'] !== 'https') return 'http'
  const socketAddress = plainAddress(request.socket.remoteAddress)
  return isTrusted(socketAddress) || isLocal(socketAddress) ? 'https' : 'http'
}
