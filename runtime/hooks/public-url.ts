/**
 * Recognises addresses on the public internet by their text. Nothing is resolved or fetched: code
 * that fetches such an address must still check what its name resolves to.
 */
import { isIP } from 'node:net'
import { isPublicAddress } from '../media/public-address.ts'

/** Names that do not resolve on the public internet (RFC 6761, RFC 6762, RFC 8375, RFC 9476). */
const LOCAL = /(^|\.)(localhost|local|internal|alt|arpa|onion|test|invalid)$/
/** The URL parser drops blanks and reads a backslash as a slash; other parsers may not. */
const BLANK = /[\s\\]/

/**
 * Whether a text is an https URL without credentials whose host is a public IP address or a name
 * with a dot that is not reserved for local use.
 */
export function isPublicUrl(text: string): boolean {
  if (!/^https:\/\/[^/]/i.test(text) || BLANK.test(text) || !URL.canParse(text)) return false
  const { hostname, username, password } = new URL(text)
  if (username !== '' || password !== '') return false
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (isIP(host) !== 0) return isPublicAddress(host)
  return host.includes('.') && !LOCAL.test(host)
}
