// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
import type {
  NumbersBuyRequest, NumbersLabelRequest, NumbersMineRequest, NumbersRenewRequest, ThingsRequest,
} from './types/index.js'
import type { FreeMethod, Paid, PaidMethod, Settings } from './transport/types.js'

export type * as types from './types/index.js'
export type * from './transport/types.js'
export * from './transport/errors.js'
export { operations } from './operations.js'

/** Every operation of Shop. A small catalog for tests. */
export interface Shop {
  readonly numbers: {
    /** Lease a number for 30 more days. Price: 5.001 USD. `POST /api/v1/numbers/renew` */
    readonly renew: PaidMethod<[body: NumbersRenewRequest], Paid<{
      phone_number: string
      expires_at: string
    }>>
    /** Lease a number. Price: 5.001 USD. `POST /api/v1/numbers/buy` */
    readonly buy: PaidMethod<[body: NumbersBuyRequest], Paid<{
      phone_number: string
    }>>
    /**
     * Replace the label of a number. Price: 0.001 USD, at most 60 a minute per wallet. `POST
     * /api/v1/numbers/label`
     */
    readonly label: PaidMethod<[body: NumbersLabelRequest], Paid<{
      label: string
    }>>
    /**
     * Numbers of the wallet that signs. Price: 0 USD; the signature names the wallet. `POST
     * /api/v1/numbers/mine`
     */
    readonly mine: PaidMethod<[body: NumbersMineRequest], Paid<{
      numbers: {
        phone_number: string
        label: string
      }[]
    }>>
  }
  readonly wallets: {
    /** Numbers of a wallet. Free. `GET /api/v1/wallets/{address}/numbers` */
    readonly numbers: FreeMethod<[params: {
      address: string
    }], {
      numbers: {
        phone_number: string
        active: boolean
      }[]
      count: number
    }>
  }
  /** Makes things. Price: 0.0115 to 0.2635 USD. `POST /api/v1/things` */
  readonly things: PaidMethod<[body: ThingsRequest], Paid<{
    made?: unknown
  }>>
}

/** Makes a client. It sends nothing until a method is called. */
export declare function createClient(settings: Settings): Shop
