/** Renders the pages and files for browsers and crawlers from `templates/pages/`. */
import { type OutFile, sorted } from '../out-file.ts'
import { templatesIn } from '../templates.ts'

const load = templatesIn({
  folder: new URL('../templates/pages/', import.meta.url),
  partials: ['head', 'route', 'prices'],
  helpers: {
    cell: value =>
      value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value),
  },
  isPlain: name => name.endsWith('.txt'),
})

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
