/** Renders the pages and files that browsers and crawlers get, from `templates/pages/`. */
import { readFileSync } from 'node:fs'
import Handlebars from 'handlebars'
import type { OutFile } from '../out-file.ts'
import { sorted } from '../out-file.ts'

type Template = (data: object) => string
const templates = new Map<string, Template>()
const FOLDER = new URL('../templates/pages/', import.meta.url)

/** Templates that others include. */
const PARTIALS = ['head', 'route', 'prices'] as const

/**
 * A file from `templates/pages/<template>.hbs`. Texts of the catalog are escaped for HTML and XML,
 * unless the file is plain text.
 */
export function page(
  path: string,
  { template, from, data }: { template: string; from: Iterable<string>; data: object },
): OutFile {
  return { path, text: `${load(template)(data).trim()}\n`, from: sorted(from) }
}

function load(name: string): Template {
  const known = templates.get(name)
  if (known !== undefined) return known
  const handlebars = Handlebars.create()
  handlebars.registerHelper('cell', (value: unknown) =>
    value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value),
  )
  for (const one of PARTIALS) handlebars.registerPartial(one, sourceOf(one))
  const made = handlebars.compile(sourceOf(name), {
    noEscape: name.endsWith('.txt'),
    strict: false,
  })
  const run: Template = data => made(data)
  templates.set(name, run)
  return run
}

function sourceOf(name: string): string {
  return readFileSync(new URL(`${name}.hbs`, FOLDER), 'utf8').replaceAll('\r\n', '\n')
}
