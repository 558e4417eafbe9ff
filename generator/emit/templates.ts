/** Loads Handlebars templates; each is read and compiled once. */
import { readFileSync } from 'node:fs'
import Handlebars from 'handlebars'

/** A compiled template. */
export type Template = (data: object) => string

/** The settings of the templates in a folder. */
export interface TemplateOptions {
  /** The folder of the files `<name>.hbs`, with a slash at its end. */
  folder: URL
  /** Templates that others include. */
  partials: readonly string[]
  helpers: Readonly<Record<string, (value: unknown) => unknown>>
  /** Whether texts in a template are not escaped for HTML. */
  isPlain(name: string): boolean
}

/** Returns the function that loads a template by its name. */
export function templatesIn({
  folder,
  partials,
  helpers,
  isPlain,
}: TemplateOptions): (name: string) => Template {
  const known = new Map<string, Template>()
  const sourceOf = (name: string): string =>
    readFileSync(new URL(`${name}.hbs`, folder), 'utf8').replaceAll('\r\n', '\n')
  const load = (name: string): Template => {
    const handlebars = Handlebars.create()
    // Handlebars passes each helper one additional argument.
    for (const [key, helper] of Object.entries(helpers))
      handlebars.registerHelper(key, (value: unknown) => helper(value))
    for (const one of partials) handlebars.registerPartial(one, sourceOf(one))
    const made = handlebars.compile(sourceOf(name), { noEscape: isPlain(name), strict: false })
    return data => made(data)
  }
  return name => {
    const template = known.get(name) ?? load(name)
    known.set(name, template)
    return template
  }
}
