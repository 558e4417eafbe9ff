/** Renders Markdown documents from the templates beside this folder. */
import { readFileSync } from 'node:fs'
import Handlebars from 'handlebars'
import { mark, type OutFile, sorted } from '../out-file.ts'

type Template = (data: object) => string
const templates = new Map<string, Template>()

/** What a Markdown file is made of. */
interface Source {
  template: string
  /** Files of the catalog that it depends on. */
  from: Iterable<string>
  data: object
  /** Whether it is served: then it does not say what it was made from. */
  served?: boolean
}

/**
 * A Markdown file from `templates/<template>.hbs`. Text of the catalog is shown as it is: Markdown,
 * not HTML.
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

/** The template of a name; read and compiled once. */
function load(name: string): Template {
  const known = templates.get(name)
  if (known !== undefined) return known
  const handlebars = Handlebars.create()
  handlebars.registerHelper('cell', (value: unknown) => (value === undefined ? '' : cell(value)))
  handlebars.registerHelper(
    'isMoney',
    (name: unknown) => name === 'usd' || name === 'micro' || name === 'free',
  )
  handlebars.registerPartial('rates', sourceOf('rates'))
  handlebars.registerPartial('dates', sourceOf('dates'))
  const made = handlebars.compile(sourceOf(name), { noEscape: true, strict: false })
  const run: Template = data => made(data)
  templates.set(name, run)
  return run
}

function sourceOf(name: string): string {
  return readFileSync(new URL(`../templates/${name}.hbs`, import.meta.url), 'utf8').replaceAll(
    '\r\n',
    '\n',
  )
}
