// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
import type {
  FilmsAccepted, FilmsReply, PhotosRequest, SketchesRequest, SongsRequest, VoicesRequest,
} from './types/index.js'
import type { JobMethod, Paid, PaidMethod, Settings } from './transport/types.js'

export type * as types from './types/index.js'
export type * from './transport/types.js'
export * from './transport/errors.js'
export { operations } from './operations.js'

/** Every operation of Shop. A small catalog for tests. */
export interface Shop {
  /** Makes songs. Price: 0.011 to 0.051 USD. `POST /api/v1/songs` */
  readonly songs: PaidMethod<[body: SongsRequest], Paid<{
    assets?: {
      url?: unknown
    }[]
  }>>
  /** Makes voices. Price: 0.011 to 0.051 USD. `POST /api/v1/voices` */
  readonly voices: PaidMethod<[body: VoicesRequest], Paid<{
    assets?: {
      bytes?: unknown
      mime: string
    }[]
  }>>
  /** Makes photos. Price: 0.011 to 0.051 USD. `POST /api/v1/photos` */
  readonly photos: PaidMethod<[body: PhotosRequest], Paid<{
    assets?: {
      b64?: unknown
    }[]
  }>>
  /** Makes one of two sketches. Price: 0.011 to 0.051 USD. `POST /api/v1/sketches` */
  readonly sketches: PaidMethod<[body: SketchesRequest], Paid<{
    assets?: {
      /** Address of the file */
      url: string
      /** Address from which it was copied */
      source_url?: string
      /** Whether `url` is a lasting copy */
      backed_up?: boolean
      /** The content of the file in base64, where asked for */
      b64_json?: string
      at?: unknown
      style: {
        name: string
        wide?: boolean
      }
      by?: string
    }[]
  }>>
  /** Makes films. Price: 0.011 to 0.051 USD. `POST /api/v1/films` */
  readonly films: JobMethod<[body: PhotosRequest], Paid<FilmsReply>, FilmsAccepted>
}

/** Makes a client. It sends nothing until a method is called. */
export declare function createClient(settings: Settings): Shop
