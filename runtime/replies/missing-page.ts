/** The page that browsers get with a 404: what is probably meant, and where everything is. */
import type { Reply } from '../call.ts'
import { escaped } from './documents/escaped.ts'
import { LONGEST_ADDRESS, pageAt, type PageSource } from './page.ts'

/** A request that no route serves, and the served path that is nearest to it. */
export interface Missing {
  method: string
  path: string
  meant: { method: string; path: string } | undefined
}

/** The 404 of a gateway as a page; the given reply where it cannot be read. */
export type MissingPage = (missing: Missing, reply: Reply, at: number) => Promise<Reply>

/** Prepares the page. */
export function makeMissingPage(source: PageSource): MissingPage {
  const page = pageAt(source, 'missing.html', ['method', 'path', 'near'])
  return async ({ method, path, meant }, reply, at) => {
    const body = await page(at, {
      method: escaped(method),
      path: escaped(path.slice(0, LONGEST_ADDRESS)),
      near: meant === undefined ? '' : nearOf(meant),
    })
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
