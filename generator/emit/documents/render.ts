/** Renders Markdown documents from the templates in `emit/templates/`. */
import { mark, type OutFile, sorted } from '../out-file.ts'
import { templatesIn } from '../templates.ts'

const load = templatesIn({
  folder: new URL('../templates/', import.meta.url),
  partials: ['rates', 'dates'],
  helpers: {
    cell: value => (value === undefined ? '' : cell(value)),
    isMoney: name => name === 'usd' || name === 'micro' || name === 'free',
  },
  isPlain: () => true,
})

/** The source of a Markdown file. */
interface Source {
  template: string
  /** The files of the catalog that it depends on. */
  from: Iterable<string>
  data: object
  /** Whether it is served: then it does not name the files it was made from. */
  served?: boolean
}

/**
 * A Markdown file from `templates/<template>.hbs`. Texts of the catalog are not escaped: the output
 * is Markdown, not HTML.
 */
export function render(path: string, { template, from, data, served }: Source): OutFile {
  const files = sorted(from)
  const head = served ? '' : `<!-- ${mark(files).replace(/^\/\/ /, '')} -->\n`
  const text = load(template)(data)
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return { path, text: `${head}${text}\n`, from: files }
}

/** A value in a table: objects as short JSON. */
function cell(value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return (text.length > 200 ? `${text.slice(0, 199)}…` : text)
    .replaceAll('|', '\\|')
    .replace(/\s+/g, ' ')
}
