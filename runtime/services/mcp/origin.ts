/**
 * Protects against DNS rebinding: a page whose name was pointed at this machine calls a gateway
 * that only its visitor can reach. To the browser the gateway is the page's own host, so the
 * requests have the same host as `Origin` and as `Host`, and it is not a name of the gateway. Pages
 * of other origins may call, as everywhere in the API (`http/cors.ts`): there are no cookies, and
 * every purchase is signed.
 */
import { isIP } from 'node:net'

type Headers = Readonly<Record<string, string | undefined>>

/** Whether a request comes from a page that treats this gateway as its own host. */
export function isRebound({ origin, host }: Headers, publicUrl: string | undefined): boolean {
  if (origin === undefined || host === undefined || !URL.canParse(origin)) return false
  const page = new URL(origin)
  if (page.host !== host.toLowerCase() || isUnnamed(page.hostname)) return false
  return publicUrl === undefined || new URL(publicUrl).host !== page.host
}

/** Whether a host is an IP address, or this machine: such names cannot be pointed elsewhere. */
const isUnnamed = (name: string): boolean =>
  name === 'localhost' || name.endsWith('.localhost') || isIP(name.replace(/^\[|\]$/g, '')) > 0
