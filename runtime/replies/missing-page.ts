/** The page that browsers get with a 404: what is probably meant, and where everything is. */
import type { Reply } from '../call.ts'
import type { Catalog } from '../contract.ts'
import { once } from '../lib/once.ts'
import { escaped } from './documents/escaped.ts'

/** So much of an address is shown. */
const LONGEST = 300

/** A request that no route serves, and the served path that is nearest to it. */
export interface Missing {
  method: string
  path: string
  meant: { method: string; path: string } | undefined
}

/** The 404 of a gateway as a page; the given reply where it cannot be read. */
export type MissingPage = (missing: Missing, reply: Reply, at: number) => Promise<Reply>

/** Reads the page as it is from a date of the catalog on. */
interface Source {
  read(name: string, since?: number): string | Promise<string>
  dates?: Catalog['dates']
}

/** Prepares the page. Its placeholders are `{method}`, `{path}` and `{near}`. */
export function makeMissingPage({ read, dates }: Source): MissingPage {
  const pageSince = (since?: number): (() => Promise<string>) =>
    once(async () => read('missing.html', since))
  const first = pageSince()
  const later = (dates ?? []).map(({ since }) => ({ since, page: pageSince(since) }))
  return async ({ method, path, meant }, reply, at) => {
    const page = await (later.findLast(({ since }) => since <= at)?.page ?? first)()
    const values: Readonly<Record<string, string>> = {
      method: escaped(method),
      path: escaped(path.slice(0, LONGEST)),
      near: meant === undefined ? '' : nearOf(meant),
    }
    const body = page.replaceAll(/\{(method|path|near)\}/g, (_, name: string) => values[name]!)
    const headers = {
      ...reply.headers,
      'content-type': 'text/html; charset=utf-8',
      'x-frame-options': 'DENY',
      vary: 'Accept',
    }
    return { ...reply, headers, body }
  }
}

/** The nearest path, as a link where a browser can open it. */
function nearOf({ method, path }: { method: string; path: string }): string {
  const shown = escaped(path)
  return method === 'GET'
    ? `<p>Did you mean <a href="${shown}">${shown}</a>?</p>`
    : `<p>Did you mean <code>${escaped(method)} ${shown}</code>?</p>`
}
