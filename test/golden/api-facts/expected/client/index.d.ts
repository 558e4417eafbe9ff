// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
import type {
  AskedRequest, ManyRequest, ThingsReply, ThingsRequest,
} from './types/index.js'
import type { Forwarded, FreeMethod, Paid, PaidMethod, Settings } from './transport/types.js'

export type * as types from './types/index.js'
export type * from './transport/types.js'
export * from './transport/errors.js'
export { operations } from './operations.js'

/**
 * Every operation of Shop. A small catalog for tests, which has a summary of so many words that a
 * list of servers, where only a hundred characters are allowed, must cut it.
 */
export interface Shop {
  /** Finds a thing. Free. `GET /find/{model}` */
  readonly find: FreeMethod<[params: {
    model: string
    as: string
    tag?: string
    wide: boolean
  }], {
    id: string
  }>
  /** Makes things. Price: 0.0115 to 0.526 USD. `POST /api/v1/things` */
  readonly things: PaidMethod<[body: ThingsRequest], Paid<ThingsReply>> & {
    /** Looks at a thing. Price: 0.011 to 0.051 USD. `GET /api/v1/things/{model}` */
    readonly get: PaidMethod<[params: {
      model: 'small' | 'large' | 'big'
      /** how large */
      size?: 's' | 'm'
      /** how it is shown: it's `a|b` */
      as: string
      tag?: 'a' | 'b'
      wide?: boolean
      deep?: number
    }], Paid<{
      seen?: unknown
    }>>
  }
  /**
   * Makes things, priced before they are checked. Price: 0.0115 to 0.526 USD. `POST /api/v1/first`
   */
  readonly first: PaidMethod<[body: ThingsRequest], Paid<ThingsReply>>
  /** Makes no more things. We make no things this week. `POST /api/v1/ended` */
  readonly ended: FreeMethod<[body: ThingsRequest], ThingsReply>
  /** Makes things of a list. Price: 0.0115 to 0.526 USD. `POST /api/v1/lists` */
  readonly lists: PaidMethod<[body: ThingsRequest], Paid<{
    made?: unknown
    tag?: string
    all: string[]
  }>>
  /**
   * Makes as many things as are wanted. Price: from 0.0115 USD, quoted per request. `POST
   * /api/v1/many`
   */
  readonly many: PaidMethod<[body: ManyRequest], Paid<ThingsReply>>
  /** Draws things. Price: 0.0115 to 0.526 USD. `POST /api/v1/drawn` */
  readonly drawn: PaidMethod<[body: ThingsRequest], Paid<ThingsReply | Blob>>
  /** Makes one thing in other words. Price: 0.0115 to 0.526 USD. `POST /api/v1/asked` */
  readonly asked: PaidMethod<[body: AskedRequest], Paid<ThingsReply>>
  /** Looks at a thing in any way. Price: 0.011 to 0.051 USD. `GET /api/v1/peeks/{model}` */
  readonly peeks: PaidMethod<[params: {
    model: 'small' | 'large' | 'big'
    as?: string
  } & Forwarded], Paid<{
    seen?: unknown
  }>>
}

/** Makes a client. It sends nothing until a method is called. */
export declare function createClient(settings: Settings): Shop
