// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
import type {
  EditsForm, EditsPending, EditsReply, EditsRequest, FilmsRequest, Payment,
} from './types/index.js'
import type { JobMethod, Paid, Settings } from './transport/types.js'

export type * as types from './types/index.js'
export type * from './transport/types.js'
export * from './transport/errors.js'
export { operations } from './operations.js'

/** Every operation of Shop. A small catalog for tests. */
export interface Shop {
  /** Edits things. Price: 0.0115 to 0.2635 USD. `POST /api/v1/edits` */
  readonly edits: JobMethod<[body: EditsRequest | EditsForm], Paid<EditsReply | {
    id: string
    status: 'completed'
    count?: number
    made?: unknown
    payment?: Payment
  } | Blob>, {
    id: string
    status: 'queued'
    model?: string
    count?: number
    poll_url: string
  } | EditsPending>
  /** Makes films. Price: 0.0115 to 0.2635 USD. `POST /api/v1/films` */
  readonly films: JobMethod<[body: FilmsRequest], Paid<EditsReply>, {
    id: string
    status: 'queued'
    model?: string
    count?: number
    poll_url: string
  } | EditsPending>
}

/** Makes a client. It sends nothing until a method is called. */
export declare function createClient(settings: Settings): Shop
