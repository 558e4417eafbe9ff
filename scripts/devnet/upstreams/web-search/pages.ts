/** The invented web that the local search knows: the same pages on every run. */
import { fraction, hash, iso, round } from '../prediction/world.ts'

/** The kinds of pages that a search can be limited to. */
export const categories = [
  'github',
  'news',
  'research paper',
  'linkedin profile',
  'personal site',
  'tweet',
  'financial report',
  'pdf',
  'company',
] as const

/** A page. `published` is ISO 8601, `text` Markdown. */
export interface Page {
  url: string
  host: string
  title: string
  author: string
  published: string
  category: string
  text: string
}

const subjects = [
  'Agents that pay for what they use',
  'Stablecoins and machine payments',
  'The price of rain',
  'A short history of boats',
  'How proteins fold',
  'Batteries without cobalt',
  'Reading old maps',
  'The long night of the comet',
]
const hosts = ['arxiv.example', 'daily.example', 'notes.example', 'firm.example', 'code.example']
const T0 = Date.UTC(2026, 0, 1) / 1000
const DAY = 86_400

const slug = (title: string): string => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

const markdown = (title: string, host: string): string =>
  `# ${title}\n\nA page of ${host}.\n\n## Summary\n\n- first point\n- second ` +
  `point\n\n[More](https://${host}/)\n`

/** All pages, 360 of them. */
export const pages: readonly Page[] = subjects.flatMap(subject =>
  hosts.flatMap(host =>
    categories.map((category): Page => {
      const title = `${subject}: ${category} of ${host}`
      return {
        host,
        title,
        category,
        url: `https://${host}/${slug(category)}/${slug(subject)}`,
        author: `Author ${hash(title).slice(0, 4)}`,
        published: iso(T0 - Math.floor(700 * fraction(title)) * DAY),
        text: markdown(title, host),
      }
    }),
  ),
)

/** The page at an address. Any host answers, but for those of `.invalid`. */
export function pageAt(url: string): Page | undefined {
  const known = pages.find(page => page.url === url)
  if (known !== undefined) return known
  if (!URL.canParse(url)) return undefined
  const { hostname, pathname } = new URL(url)
  if (hostname.endsWith('.invalid')) return undefined
  const title = `${pathname === '/' ? 'Home' : pathname.slice(1)} at ${hostname}`
  const [author, category, published] = ['', 'personal site', iso(T0)]
  return {
    url,
    host: hostname,
    title,
    author,
    published,
    category,
    text: markdown(title, hostname),
  }
}

/** How near a page is to a text, from 0 to 1. */
export function nearness(page: Page, asked: string): number {
  const words = new Set(page.title.toLowerCase().match(/\w+/g))
  const common = (asked.toLowerCase().match(/\w+/g) ?? []).filter(word => words.has(word)).length
  return round(Math.min(0.99, 0.15 * common + 0.2 * fraction(`${asked}${page.url}`)), 6)
}
