/** Mistakes that product staff make in the catalog, and what has to be said of each. */
import { edit, type Edit } from '../../checks/small-catalog.ts'

/**
 * A mistake: an edit of the catalog that should not pass. `says`: what one problem on its line must
 * say, in its message or its remedy, so that the reader can act alone. `at`: a text on the line
 * that has to be named, where it is not the first line that the edit changes. `file`: where it is
 * in another file.
 */
export interface Mistake {
  name: string
  edits: readonly Edit[]
  says: RegExp
  at?: string
  file?: string
}

/** A mistake of one edit: the text that is replaced, and by what. */
export const slip = (
  [name, path]: readonly [name: string, path: string],
  [replace, by]: readonly [replace: string, by: string],
  says: RegExp,
  more: Pick<Mistake, 'at' | 'file'> = {},
): Mistake => ({ name, edits: [edit(path, replace, by)], says, ...more })

/** Shorthands for the files of most mistakes. */
export const CHAT = 'text/chat.models.yaml'
export const IMAGES = 'media/images.models.yaml'
export const VIDEOS = 'media/videos.models.yaml'
export const SPEECH = 'media/speech.models.yaml'
export const SANDBOX = 'tools/sandbox.models.yaml'
export const TEMPLATES = 'media/templates.yaml'
export const GATEWAY = 'gateway.yaml'
export const BASE = 'networks/base.yaml'
