/**
 * Who asks, and under which address of ours. Headers are believed only when the socket's peer is a
 * trusted proxy.
 */
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { generationCache } from './cache.ts'
import type { Settings } from '../context.ts'

/** Reads the caller's address and the origin it used from a request. */
export interface Peers {
  ip(request: IncomingMessage): string
  /**
   * The same address where it surely is the caller's; undefined for what somebody forwarded who is
   * not believed about it.
   */
  sure(request: IncomingMessage): string | undefined
  /**
   * Whether nothing more is known of the caller than that it came from this machine: it may be a
   * proxy that names nobody, and so any number of callers.
   */
  isUnnamed(request: IncomingMessage): boolean
  origin(request: IncomingMessage): string
}

/** Peers whose trust is remembered. */
const KNOWN_PEERS = 1024

/** Headers that tell of a proxy on the way. */
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip']

const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/**
 * Makes the reader for one gateway. Throws when a trusted proxy is not an address or a CIDR range.
 */
export function makePeers(
  settings: Pick<Settings, 'publicUrl' | 'clientIpHeader' | 'trustedProxies'>,
): Peers {
  const isTrusted = trustIn(settings.trustedProxies)
  const header = settings.clientIpHeader.toLowerCase()
  const publicUrl = settings.publicUrl?.replace(/\/+$/, '')
  const peerOf = (request: IncomingMessage): string => plainAddress(request.socket.remoteAddress)
  /** The address that a trusted peer names. */
  const named = (request: IncomingMessage, peer: string): string | undefined => {
    if (!isTrusted(peer)) return undefined
    const text = request.headers[header]
    return typeof text === 'string' && isIP(text.trim()) !== 0
      ? plainAddress(text.trim())
      : undefined
  }
  const onTheWay = [...FORWARDED, header]
  return {
    ip(request) {
      const peer = peerOf(request)
      return named(request, peer) ?? peer
    },
    sure(request) {
      const peer = peerOf(request)
      return (
        named(request, peer) ??
        (onTheWay.some(name => request.headers[name] !== undefined) ? undefined : peer)
      )
    },
    isUnnamed(request) {
      const peer = peerOf(request)
      return isLocal(peer) && named(request, peer) === undefined
    },
    origin(request) {
      if (publicUrl !== undefined) return publicUrl
      const host = request.headers.host
      const known = host !== undefined && HOST.test(host) ? host.toLowerCase() : localHost(request)
      return `${scheme(request, isTrusted)}://${known}`
    },
  }
}

/** Whether a peer is one of our proxies. The answers for recent peers are remembered. */
function trustIn(ranges: readonly string[]): (peer: string) => boolean {
  if (ranges.length === 0) return () => false
  const trusted = proxyList(ranges)
  const known = generationCache<boolean>(KNOWN_PEERS)
  return peer => {
    const before = known.get(peer)
    if (before !== undefined) return before
    const found = isIP(peer) !== 0 && trusted.check(peer, isIP(peer) === 6 ? 'ipv6' : 'ipv4')
    known.set(peer, found)
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

/** A key under which calls are counted, and how many times a limit it may use. */
export interface RateKey {
  key: string
  times: number
}

/**
 * How many times the limit of one /64 network a whole /48 may use: whoever has a /48 has 65,536 of
 * them.
 */
const TIMES_48 = 16

/**
 * Who is counted by limits: an IPv4 address, or both the /64 and the /48 network of an IPv6
 * address.
 */
export function rateKeys(ip: string): readonly RateKey[] {
  const own = { key: counted(ip), times: 1 }
  return isIP(ip) === 6 ? [own, { key: network(ip, 3), times: TIMES_48 }] : [own]
}

/**
 * Who is counted where one key is enough: an address, or the /64 network that an IPv6 customer has
 * for himself.
 */
export function counted(ip: string): string {
  return isIP(ip) === 6 ? network(ip, 4) : ip
}

/** The network of an IPv6 address that so many groups of 16 bits name. */
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
 * Whether a peer is on this machine. Its word about the scheme is taken without any setting: it
 * changes nothing but the addresses in the answer to the caller itself.
 */
function isLocal(peer: string): boolean {
  return peer === '::1' || peer.startsWith('127.')
}

/** An IPv4 address mapped into IPv6 is the IPv4 address. */
function plainAddress(address: string | undefined): string {
  if (address === undefined) return 'unknown'
  return address.startsWith('::ffff:') && address.includes('.')
    ? address.slice(7)
    : address.toLowerCase()
}

function localHost(request: IncomingMessage): string {
  return `localhost:${request.socket.localPort ?? 80}`
}

function scheme(request: IncomingMessage, isTrusted: (peer: string) => boolean): string {
  if ((request.socket as TLSSocket).encrypted === true) return 'https'
  if (request.headers['x-forwarded-proto'] !== 'https') return 'http'
  const peer = plainAddress(request.socket.remoteAddress)
  return isTrusted(peer) || isLocal(peer) ? 'https' : 'http'
}
