/** Reads the front page as a program: its quote buttons, and the rows of its price tables. */

/** A request of the page, and what the page says that it costs (micro-USD). */
export interface Priced {
  method: string
  url: string
  body?: string
  micro?: string
  /** The price as people read it, without its unit. */
  shown?: string
}

/** The requests of every button, and of every row of a table. */
export function pricedRequests(html: string): Priced[] {
  const sections = html.split('<li class="route"').slice(1)
  return sections.flatMap(section => {
    const buttons = [...section.matchAll(/<button [^>]*data-quote[^>]*>/g)].map(([tag]) => ({
      method: attribute(tag, 'method')!,
      url: attribute(tag, 'url')!,
      body: attribute(tag, 'body'),
      micro: attribute(tag, 'micro'),
    }))
    const shown = [...section.matchAll(/<data value="(\d+)">([\d.]+) USD<\/data>/g)]
    const examples = shown.map(([, micro, usd]) => ({ ...buttonOf(buttons, micro!), shown: usd }))
    const rows = [...section.matchAll(/<tr data-chosen="([^"]*)" data-micro="(\d+)">(.*?)<\/tr>/gs)]
    return [...buttons, ...examples, ...rows.map(row => rowRequest(buttons[0]!, row))]
  })
}

const buttonOf = (buttons: readonly Priced[], micro: string): Priced =>
  buttons.find(one => one.micro === micro)!

/** The request of a row: the first example with the choices of the row. */
function rowRequest(first: Priced, [, chosen, micro, cells]: RegExpMatchArray): Priced {
  const choices = JSON.parse(plain(chosen!)) as object
  const shown = /<td class="money">([^<]*)<\/td>/.exec(cells!)![1]!
  const body = JSON.stringify({ ...(JSON.parse(first.body ?? '{}') as object), ...choices })
  return { ...first, body, micro: shown === 'free' ? undefined : micro, shown }
}

function attribute(tag: string, name: string): string | undefined {
  const found = new RegExp(`data-${name}="([^"]*)"`).exec(tag)?.[1]
  return found === undefined ? undefined : plain(found)
}

/** Text as it is behind its entities. */
function plain(text: string): string {
  return text
    .replace(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(parseInt(code, 16)))
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
