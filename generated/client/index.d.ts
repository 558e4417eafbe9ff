// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
import type {
  AnthropicMessagesReply, AudioGenerateAccepted, AudioGenerateFinished, AudioGenerateReply,
  AudioGenerateRequest, AudioModelsListReply, AudioSoundEffectsCreateReply,
  AudioSoundEffectsCreateRequest, AudioSpeechCreateReply, AudioSpeechCreateRequest,
  AudioSpeechOpenaiCreateRequest, AudioVoicesListReply, BalanceReply, ChatCompletionsCreateRequest,
  ChatId, ChatWithModelCreateRequest, CommodityHistoryReply, CommodityListReply,
  CommodityPriceReply, ContentItemOfAnthropicMessagesReply, ContentItemOfAnthropicMessagesReply2,
  ContentItemOfAnthropicMessagesReply3, ContentItemOfAnthropicMessagesReply4, Cost,
  CryptoHistoryReply, CryptoListReply, CryptoPriceReply, DexaggGaslessSubmitRequest, EquitiesId,
  FxHistoryReply, FxListReply, FxPriceReply, ImagesEditAccepted, ImagesEditForm, ImagesEditPending,
  ImagesEditReply, ImagesEditRequest, ImagesGenerateRequest, ImagesModelsListReply,
  ImagesOpenaiEditForm, ImagesOpenaiEditRequest, ImagesOpenaiGenerateRequest,
  MessagesCountTokensReply, MessagesCountTokensRequest, MessagesCreateRequest, ModelsListReply,
  OnrampTokenReply, OnrampTokenRequest, OpenaiChatReply, OpenaiResponsesEvent, OpenaiResponsesReply,
  PaymentOfOpenaiChatEvent, PhoneLookupRequest, PhoneNumbersBuyReply, PhoneNumbersBuyRequest,
  PhoneNumbersListReply, PhoneNumbersListRequest, PhoneNumbersReleaseReply, PhoneNumbersRenewReply,
  PhoneNumbersRenewRequest, PmVenueAWalletIdentitiesRequest, PortraitEnrollReply,
  PortraitEnrollRequest, RealfaceEnrollReply, RealfaceEnrollRequest, RealfaceInitReply,
  RealfaceInitRequest, RealfaceStatusReply, ResponsesCountTokensReply, ResponsesCountTokensRequest,
  ResponsesCreateRequest, RpcBody, RpcId, SandboxCreateReply, SandboxCreateRequest,
  SandboxExecReply, SandboxExecRequest, SandboxStatusReply, SandboxStatusRequest,
  SandboxTerminateReply, SearchReply, SearchRequest, SocialUsersFollowersReply,
  SocialUsersFollowersRequest, SocialUsersFollowingsReply, SocialUsersLookupReply,
  SocialUsersLookupRequest, StocksHistoryReply, StocksListReply, StocksPriceReply, SurfPostRequest,
  UsageOfAnthropicMessagesReply, UsageOfOpenaiChatReply, VenueAFundReply, VenueAFundRequest,
  VideosCreateRequest, VideosGenerateAccepted, VideosGenerateReply, VideosGenerateRequest,
  VideosModelsListReply, VoiceCallGetReply, VoiceCallReply, VoiceCallRequest, WalletPortraitsReply,
  WalletRealfacesReply, WebsearchAnswerRequest, WebsearchContentsRequest,
  WebsearchFindSimilarRequest, WebsearchSearchRequest,
} from './types/index.js'
import type { FreeMethod, JobMethod, MaybePaid, Paid, PaidMethod, StreamMethod, Settings } from './transport/types.js'

export type * as types from './types/index.js'
export type * from './transport/types.js'
export * from './transport/errors.js'
export { operations } from './operations.js'

/**
 * Every operation of Farebox. AI and data calls sold one request at a time, paid by a signed
 * stablecoin authorization (x402 version 2).
 */
export interface Farebox {
  readonly defi: {
    /**
     * All DeFi protocols with their value locked, several megabytes. Price: 0.006 USD. `GET
     * /api/v1/defi/protocols`
     */
    readonly protocols: PaidMethod<[params?: Record<string, unknown>], Paid<unknown>>
    /**
     * One protocol with its history, by the slug that the list of protocols gives. Price: 0.006
     * USD. `GET /api/v1/defi/protocol/{slug}`
     */
    readonly protocol: PaidMethod<[params: {
      slug: string
      [parameter: string]: unknown
    }], Paid<unknown>>
    /** Value locked on each chain. Price: 0.006 USD. `GET /api/v1/defi/chains` */
    readonly chains: PaidMethod<[params?: Record<string, unknown>], Paid<unknown>>
    /**
     * All yield pools, to be filtered by chain, project, symbol, apy or tvlUsd. Price: 0.006 USD.
     * `GET /api/v1/defi/yields`
     */
    readonly yields: PaidMethod<[params?: Record<string, unknown>], Paid<unknown>>
    /**
     * Current prices of tokens, by comma-separated identifiers such as coingecko:bitcoin. Price:
     * 0.002 USD. `GET /api/v1/defi/prices/{coins}`
     */
    readonly prices: PaidMethod<[params: {
      coins: string
      [parameter: string]: unknown
    }], Paid<unknown>>
  }
  readonly crypto: {
    /** Symbols of cryptocurrencies. Free. `GET /api/v1/crypto/list` */
    readonly list: FreeMethod<[params?: {
      /** only symbols that hold this text, in their name or description */
      q?: string
      /** at most 2000 */
      limit?: number
    }], CryptoListReply>
    /** Price of a cryptocurrency now. Free. `GET /api/v1/crypto/price/{symbol}` */
    readonly price: FreeMethod<[params: {
      symbol: string
    }], CryptoPriceReply>
    /** Prices of a cryptocurrency in the past. Free. `GET /api/v1/crypto/history/{symbol}` */
    readonly history: FreeMethod<[params: {
      symbol: string
      /** minutes, or a day, week or month */
      resolution?: '1' | '5' | '15' | '60' | '240' | 'D' | 'W' | 'M'
      /** Unix seconds */
      from: number
      /** Unix seconds; now unless sent */
      to?: number
    }], CryptoHistoryReply>
  }
  readonly fx: {
    /** Symbols of currencies. Free. `GET /api/v1/fx/list` */
    readonly list: FreeMethod<[params?: {
      /** only symbols that hold this text, in their name or description */
      q?: string
      /** at most 2000 */
      limit?: number
    }], FxListReply>
    /** Price of a currency now. Free. `GET /api/v1/fx/price/{symbol}` */
    readonly price: FreeMethod<[params: {
      symbol: string
    }], FxPriceReply>
    /** Prices of a currency in the past. Free. `GET /api/v1/fx/history/{symbol}` */
    readonly history: FreeMethod<[params: {
      symbol: string
      /** minutes, or a day, week or month */
      resolution?: '1' | '5' | '15' | '60' | '240' | 'D' | 'W' | 'M'
      /** Unix seconds */
      from: number
      /** Unix seconds; now unless sent */
      to?: number
    }], FxHistoryReply>
  }
  readonly commodity: {
    /** Symbols of precious metals. Free. `GET /api/v1/commodity/list` */
    readonly list: FreeMethod<[params?: {
      /** only symbols that hold this text, in their name or description */
      q?: string
      /** at most 2000 */
      limit?: number
    }], CommodityListReply>
    /** Price of a metal now. Free. `GET /api/v1/commodity/price/{symbol}` */
    readonly price: FreeMethod<[params: {
      symbol: string
    }], CommodityPriceReply>
    /** Prices of a metal in the past. Free. `GET /api/v1/commodity/history/{symbol}` */
    readonly history: FreeMethod<[params: {
      symbol: string
      /** minutes, or a day, week or month */
      resolution?: '1' | '5' | '15' | '60' | '240' | 'D' | 'W' | 'M'
      /** Unix seconds */
      from: number
      /** Unix seconds; now unless sent */
      to?: number
    }], CommodityHistoryReply>
  }
  readonly stocks: {
    /** Symbols of a stock market. Free. `GET /api/v1/stocks/{market}/list` */
    readonly list: FreeMethod<[params: {
      market: EquitiesId
      /** only symbols that hold this text, in their name or description */
      q?: string
      /** at most 2000 */
      limit?: number
    }], StocksListReply>
    /** Price of a share now. Price: 0.002 USD. `GET /api/v1/stocks/{market}/price/{symbol}` */
    readonly price: PaidMethod<[params: {
      market: EquitiesId
      symbol: string
      /** hours before, after and between trading days; regular hours unless sent */
      session?: 'pre' | 'post' | 'on'
    }], Paid<StocksPriceReply>>
    /**
     * Prices of a share in the past. Price: 0.002 USD. `GET
     * /api/v1/stocks/{market}/history/{symbol}`
     */
    readonly history: PaidMethod<[params: {
      market: EquitiesId
      symbol: string
      /** minutes, or a day, week or month */
      resolution?: '1' | '5' | '15' | '60' | '240' | 'D' | 'W' | 'M'
      /** Unix seconds */
      from: number
      /** Unix seconds; now unless sent */
      to?: number
      /** regular hours unless sent */
      session?: 'pre' | 'post' | 'on'
    }], Paid<StocksHistoryReply>>
  }
  readonly pm: {
    readonly venueA: {
      /** Venue A markets. Price: 0.0085 USD. `GET /api/v1/pm/venue-a/markets` */
      readonly markets: PaidMethod<[params?: {
        /** free text */
        search?: string
        status?: 'active' | 'closed' | 'archived'
        sort?: 'volume' | 'liquidity' | 'created'
        limit?: number
        /** cursor */
        pagination_key?: string
        event_slug?: string
        market_slug?: string
        [parameter: string]: unknown
      }], Paid<unknown>> & {
        /**
         * Venue A markets, cursor pagination. Price: 0.0085 USD. `GET
         * /api/v1/pm/venue-a/markets/keyset`
         */
        readonly keyset: PaidMethod<[params?: Record<string, unknown>], Paid<unknown>>
        /**
         * Volume of one outcome token. Price: 0.0085 USD. `GET
         * /api/v1/pm/venue-a/markets/{token_id}/volume`
         */
        readonly volume: PaidMethod<[params: {
          token_id: string
          [parameter: string]: unknown
        }], Paid<unknown>>
        /**
         * Open interest of one market. Price: 0.0085 USD. `GET
         * /api/v1/pm/venue-a/markets/{condition_id}/open_interest`
         */
        readonly openInterest: PaidMethod<[params: {
          condition_id: string
          [parameter: string]: unknown
        }], Paid<unknown>>
        /**
         * Markets with smart activity. Price: 0.0085 USD. `GET
         * /api/v1/pm/venue-a/markets/smart-activity`
         */
        readonly smartActivity: PaidMethod<[params?: Record<string, unknown>], Paid<unknown>>
      }
      /** Venue A events. Price: 0.0085 USD. `GET /api/v1/pm/venue-a/events` */
      readonly events: PaidMethod<[params?: {
        slug?: string
        [parameter: string]: unknown
      }], Paid<unknown>> & {
        /**
         * Venue A events, cursor pagination. Price: 0.0085 USD. `GET
         * /api/v1/pm/venue-a/events/keyset`
         */
        readonly keyset: PaidMethod<[params?: Record<string, unknown>], Paid<unknown>>
      }
      /**
       * Venue A crypto up or down markets. Price: 0.0085 USD. `GET
       * /api/v1/pm/venue-a/crypto-updown`
       */
      readonly cryptoUpdown: PaidMethod<[params?: Record<string, unknown>], Paid<unknown>>
      /**
       * Price of one outcome token. Price: 0.0085 USD. `GET
       * /api/v1/pm/venue-a/market-price/{token_id}`
       */
      readonly marketPrice: PaidMethod<[params: {
        token_id: string
        [parameter: string]: unknown
      }], Paid<unknown>>
      /**
       * Candles of one market. Price: 0.0085 USD. `GET
       * /api/v1/pm/venue-a/candlesticks/{condition_id}`
       */
      readonly candlesticks: PaidMethod<[params: {
        condition_id: string
        [parameter: string]: unknown
      }], Paid<unknown>> & {
        /**
         * Candles of one outcome token. Price: 0.0085 USD. `GET
         * /api/v1/pm/venue-a/candlesticks/token/{token_id}`
         */
        readonly token: PaidMethod<[params: {
          token_id: string
          [parameter: string]: unknown
        }], Paid<unknown>>
      }
      /**
       * Volume chart of one market. Price: 0.0085 USD. `GET
       * /api/v1/pm/venue-a/volume-chart/{condition_id}`
       */
      readonly volumeChart: PaidMethod<[params: {
        condition_id: string
        [parameter: string]: unknown
      }], Paid<unknown>>
      /** Venue A order books. Price: 0.0085 USD. `GET /api/v1/pm/venue-a/orderbooks` */
      readonly orderbooks: PaidMethod<[params?: Record<string, unknown>], Paid<unknown>>
      /** Venue A trades. Price: 0.0085 USD. `GET /api/v1/pm/venue-a/trades` */
      readonly trades: PaidMethod<[params?: Record<string, unknown>], Paid<unknown>>
      /** Venue A activity. Price: 0.0085 USD. `GET /api/v1/pm/venue-a/activity` */
      readonly activity: PaidMethod<[params?: Record<string, unknown>], Paid<unknown>>
      /** Venue A positions. Price: 0.0085 USD. `GET /api/v1/pm/venue-a/positions` */
      readonly positions: PaidMethod<[params?: Record<string, unknown>], Paid<unknown>>
      /** Venue A leaderboard. Price: 0.0085 USD. `GET /api/v1/pm/venue-a/leaderboard` */
      readonly leaderboard: PaidMethod<[params?: Record<string, unknown>], Paid<unknown>> & {
        /**
         * Leaderboard of one market. Price: 0.0085 USD. `GET
         * /api/v1/pm/venue-a/leaderboard/market/{condition_id}`
         */
        readonly market: PaidMethod<[params: {
          condition_id: string
          [parameter: string]: unknown
        }], Paid<unknown>>
      }
      readonly cohorts: {
        /** Cohort statistics. Price: 0.0085 USD. `GET /api/v1/pm/venue-a/cohorts/stats` */
        readonly stats: PaidMethod<[params?: Record<string, unknown>], Paid<unknown>>
      }
      readonly market: {
        /**
         * Top holders of one market. Price: 0.0085 USD. `GET
         * /api/v1/pm/venue-a/market/{condition_id}/top-holders`
         */
        readonly topHolders: PaidMethod<[params: {
          condition_id: string
          [parameter: string]: unknown
        }], Paid<unknown>>
        /**
         * Smart money in one market. Price: 0.0085 USD. `GET
         * /api/v1/pm/venue-a/market/{condition_id}/smart-money`
         */
        readonly smartMoney: PaidMethod<[params: {
          condition_id: string
          [parameter: string]: unknown
        }], Paid<unknown>>
      }
      /** One wallet. Price: 0.0085 USD. `GET /api/v1/pm/venue-a/wallet/{wallet}` */
      readonly wallet: PaidMethod<[params: {
        wallet: string
        [parameter: string]: unknown
      }], Paid<unknown>> & {
        /**
         * Markets of a wallet. Price: 0.0085 USD. `GET /api/v1/pm/venue-a/wallet/{wallet}/markets`
         */
        readonly markets: PaidMethod<[params: {
          wallet: string
          [parameter: string]: unknown
        }], Paid<unknown>>
        /**
         * Wallets similar to one. Price: 0.0085 USD. `GET
         * /api/v1/pm/venue-a/wallet/{wallet}/similar`
         */
        readonly similar: PaidMethod<[params: {
          wallet: string
          [parameter: string]: unknown
        }], Paid<unknown>>
        /**
         * Profit and loss of a wallet. Price: 0.0085 USD. `GET
         * /api/v1/pm/venue-a/wallet/pnl/{wallet}`
         */
        readonly pnl: PaidMethod<[params: {
          wallet: string
          [parameter: string]: unknown
        }], Paid<unknown>>
        /**
         * Positions of a wallet. Price: 0.0085 USD. `GET
         * /api/v1/pm/venue-a/wallet/positions/{wallet}`
         */
        readonly positions: PaidMethod<[params: {
          wallet: string
          [parameter: string]: unknown
        }], Paid<unknown>>
        /**
         * Volume chart of a wallet. Price: 0.0085 USD. `GET
         * /api/v1/pm/venue-a/wallet/volume-chart/{wallet}`
         */
        readonly volumeChart: PaidMethod<[params: {
          wallet: string
          [parameter: string]: unknown
        }], Paid<unknown>>
        /**
         * Identity of a wallet. Price: 0.0085 USD. `GET
         * /api/v1/pm/venue-a/wallet/identity/{wallet}`
         */
        readonly identity: PaidMethod<[params: {
          wallet: string
          [parameter: string]: unknown
        }], Paid<unknown>>
        /**
         * Identities of many wallets. Price: 0.0085 USD. `POST
         * /api/v1/pm/venue-a/wallet/identities`
         */
        readonly identities: PaidMethod<[params: Record<string, unknown>, body: PmVenueAWalletIdentitiesRequest], Paid<unknown>>
        /**
         * Cluster of a wallet. Price: 0.0085 USD. `GET /api/v1/pm/venue-a/wallet/{address}/cluster`
         */
        readonly cluster: PaidMethod<[params: {
          address: string
          [parameter: string]: unknown
        }], Paid<unknown>>
      }
      readonly wallets: {
        /**
         * Wallet profiles, at most 20. Price: 0.0085 USD. `GET /api/v1/pm/venue-a/wallets/profiles`
         */
        readonly profiles: PaidMethod<[params?: {
          /** wallets, comma-separated; required by the upstream */
          addresses?: string
          [parameter: string]: unknown
        }], Paid<unknown>>
        /** Filter wallets. Price: 0.0085 USD. `GET /api/v1/pm/venue-a/wallets/filter` */
        readonly filter: PaidMethod<[params?: Record<string, unknown>], Paid<unknown>>
      }
      readonly uma: {
        /** Oracle resolution of markets. Price: 0.0085 USD. `GET /api/v1/pm/venue-a/uma/markets` */
        readonly markets: PaidMethod<[params?: {
          /** proposed, disputed, resolved and others */
          state?: string
          [parameter: string]: unknown
        }], Paid<unknown>>
        /**
         * Oracle resolution of one market. Price: 0.0085 USD. `GET
         * /api/v1/pm/venue-a/uma/market/{condition_id}`
         */
        readonly market: PaidMethod<[params: {
          condition_id: string
          [parameter: string]: unknown
        }], Paid<unknown>>
      }
    }
    readonly venueB: {
      /** Venue B markets. Price: 0.0085 USD. `GET /api/v1/pm/venue-b/markets` */
      readonly markets: PaidMethod<[params?: {
        status?: 'open' | 'closed'
        search?: string
        /** up to 50, comma-separated */
        ticker?: string
        event_ticker?: string
        sort?: 'volume' | 'open_interest' | 'price_desc' | 'price_asc' | 'close_time'
        limit?: number
        pagination_key?: string
        [parameter: string]: unknown
      }], Paid<unknown>>
      /** Venue B trades. Price: 0.0085 USD. `GET /api/v1/pm/venue-b/trades` */
      readonly trades: PaidMethod<[params?: Record<string, unknown>], Paid<unknown>>
      /** Venue B order books. Price: 0.0085 USD. `GET /api/v1/pm/venue-b/orderbooks` */
      readonly orderbooks: PaidMethod<[params?: Record<string, unknown>], Paid<unknown>>
    }
    readonly venueC: {
      /** Venue C markets. Price: 0.0085 USD. `GET /api/v1/pm/venue-c/markets` */
      readonly markets: PaidMethod<[params?: Record<string, unknown>], Paid<unknown>>
      /** Venue C order books. Price: 0.0085 USD. `GET /api/v1/pm/venue-c/orderbooks` */
      readonly orderbooks: PaidMethod<[params?: Record<string, unknown>], Paid<unknown>>
    }
    readonly venueD: {
      /** Venue D markets. Price: 0.0085 USD. `GET /api/v1/pm/venue-d/markets` */
      readonly markets: PaidMethod<[params?: Record<string, unknown>], Paid<unknown>>
      /** Venue D order books. Price: 0.0085 USD. `GET /api/v1/pm/venue-d/orderbooks` */
      readonly orderbooks: PaidMethod<[params?: Record<string, unknown>], Paid<unknown>>
    }
    readonly venueE: {
      /** Venue E markets. Price: 0.0085 USD. `GET /api/v1/pm/venue-e/markets` */
      readonly markets: PaidMethod<[params?: Record<string, unknown>], Paid<unknown>>
      /** Venue E order books. Price: 0.0085 USD. `GET /api/v1/pm/venue-e/orderbooks` */
      readonly orderbooks: PaidMethod<[params?: Record<string, unknown>], Paid<unknown>>
    }
    readonly exchange: {
      /** Exchange candles. Price: 0.0085 USD. `GET /api/v1/pm/exchange/candles/{symbol}` */
      readonly candles: PaidMethod<[params: {
        symbol: string
        interval?: '1s' | '1m' | '5m' | '15m' | '1h' | '4h' | '1d'
        /** Unix seconds */
        start_time?: number
        /** Unix seconds */
        end_time?: number
        limit?: number
        [parameter: string]: unknown
      }], Paid<unknown>>
      /**
       * Exchange book ticks, in microseconds. Price: 0.0085 USD. `GET
       * /api/v1/pm/exchange/ticks/{symbol}`
       */
      readonly ticks: PaidMethod<[params: {
        symbol: string
        [parameter: string]: unknown
      }], Paid<unknown>>
    }
    readonly markets: {
      /**
       * Search the markets of all five venues. Price: 0.0085 USD. `GET /api/v1/pm/markets/search`
       */
      readonly search: PaidMethod<[params?: {
        /** free text, required by the upstream */
        q?: string
        venue?: string
        [parameter: string]: unknown
      }], Paid<unknown>>
    }
    /**
     * Sports markets (temporarily unavailable). Sports data is temporarily unavailable. `GET
     * /api/v1/pm/sports/*`
     */
    readonly sports: FreeMethod<[params: {
      rest: string
      [parameter: string]: unknown
    }], unknown>
  }
  readonly social: {
    readonly users: {
      /**
       * Look up accounts by their user names. Price: from 0.02 USD, quoted per request. `POST
       * /api/v1/social/users/lookup`
       */
      readonly lookup: PaidMethod<[body: SocialUsersLookupRequest], Paid<SocialUsersLookupReply>>
      /**
       * Accounts that follow one, a page of about 200. Price: 0.05 USD. `POST
       * /api/v1/social/users/followers`
       */
      readonly followers: PaidMethod<[body: SocialUsersFollowersRequest], Paid<SocialUsersFollowersReply>>
      /**
       * Accounts that one follows, a page of about 200. Price: 0.05 USD. `POST
       * /api/v1/social/users/followings`
       */
      readonly followings: PaidMethod<[body: SocialUsersFollowersRequest], Paid<SocialUsersFollowingsReply>>
    }
  }
  readonly surf: {
    /**
     * Crypto market and on-chain data, by a path and query of the upstream such as
     * market/price?symbol=BTC. Price: 0.0095 USD. `GET /api/v1/surf/*`
     */
    readonly get: PaidMethod<[params: {
      rest: string
      [parameter: string]: unknown
    }], Paid<unknown>>
    /**
     * Crypto market and on-chain queries, by a path and body of the upstream such as onchain/sql.
     * Price: 0.0095 USD. `POST /api/v1/surf/*`
     */
    readonly post: PaidMethod<[params: {
      rest: string
      [parameter: string]: unknown
    }, body: SurfPostRequest & Record<string, unknown>], Paid<unknown>>
  }
  readonly dexagg: {
    /** Indicative price of a swap, with a fee of 0.2 %. Free. `GET /api/v1/dexagg/price` */
    readonly price: FreeMethod<[params?: {
      /** chain, e.g. 8453; required by the upstream, like the next three */
      chainId?: string
      /** address of the token to sell; the fee is taken in it */
      sellToken?: string
      /** address of the token to buy */
      buyToken?: string
      /** in the smallest unit of sellToken */
      sellAmount?: string
      /** address that swaps; needed for quotes */
      taker?: string
    }], unknown>
    /**
     * Firm quote of a swap with the data to sign and send, with a fee of 0.2 %. Free. `GET
     * /api/v1/dexagg/quote`
     */
    readonly quote: FreeMethod<[params?: {
      /** chain, e.g. 8453; required by the upstream, like the next three */
      chainId?: string
      /** address of the token to sell; the fee is taken in it */
      sellToken?: string
      /** address of the token to buy */
      buyToken?: string
      /** in the smallest unit of sellToken */
      sellAmount?: string
      /** address that swaps; needed for quotes */
      taker?: string
    }], unknown>
    readonly gasless: {
      /**
       * Indicative price of a swap without gas, with a fee of 0.2 %. Free. `GET
       * /api/v1/dexagg/gasless/price`
       */
      readonly price: FreeMethod<[params?: {
        /** chain, e.g. 8453; required by the upstream, like the next three */
        chainId?: string
        /** address of the token to sell; the fee is taken in it */
        sellToken?: string
        /** address of the token to buy */
        buyToken?: string
        /** in the smallest unit of sellToken */
        sellAmount?: string
        /** address that swaps; needed for quotes */
        taker?: string
      }], unknown>
      /**
       * Firm quote of a swap without gas with the data to sign, with a fee of 0.2 %. Free. `GET
       * /api/v1/dexagg/gasless/quote`
       */
      readonly quote: FreeMethod<[params?: {
        /** chain, e.g. 8453; required by the upstream, like the next three */
        chainId?: string
        /** address of the token to sell; the fee is taken in it */
        sellToken?: string
        /** address of the token to buy */
        buyToken?: string
        /** in the smallest unit of sellToken */
        sellAmount?: string
        /** address that swaps; needed for quotes */
        taker?: string
      }], unknown>
      /** Submit a signed swap without gas. Free. `POST /api/v1/dexagg/gasless/submit` */
      readonly submit: FreeMethod<[params: Record<string, unknown>, body: DexaggGaslessSubmitRequest & Record<string, unknown>], unknown>
      /**
       * Status of a submitted swap without gas - pending, submitted, confirmed. Free. `GET
       * /api/v1/dexagg/gasless/status/{trade_hash}`
       */
      readonly status: FreeMethod<[params: {
        trade_hash: string
        chainId?: string
        [parameter: string]: unknown
      }], unknown>
      /**
       * Tokens that can be approved without gas. Free. `GET /api/v1/dexagg/gasless/approval-tokens`
       */
      readonly approvalTokens: FreeMethod<[params?: {
        chainId?: string
        [parameter: string]: unknown
      }], unknown>
      /** Chains on which swaps without gas work. Free. `GET /api/v1/dexagg/gasless/chains` */
      readonly chains: FreeMethod<[params?: Record<string, unknown>], unknown>
    }
    readonly swap: {
      /** Chains on which swaps work. Free. `GET /api/v1/dexagg/swap/chains` */
      readonly chains: FreeMethod<[params?: Record<string, unknown>], unknown>
    }
  }
  readonly websearch: {
    /** Search the web by meaning. Price: 0.011 USD. `POST /api/v1/websearch/search` */
    readonly search: PaidMethod<[body: WebsearchSearchRequest], Paid<unknown>>
    /**
     * Answer a question from the web, with its sources. Price: 0.011 USD. `POST
     * /api/v1/websearch/answer`
     */
    readonly answer: PaidMethod<[body: WebsearchAnswerRequest], Paid<unknown>>
    /**
     * The text of web pages, as Markdown. Price: 0.003 to 0.201 USD. `POST
     * /api/v1/websearch/contents`
     */
    readonly contents: PaidMethod<[body: WebsearchContentsRequest], Paid<unknown>>
    /**
     * Find pages that are like one page. Price: 0.011 USD. `POST /api/v1/websearch/find-similar`
     */
    readonly findSimilar: PaidMethod<[body: WebsearchFindSimilarRequest], Paid<unknown>>
  }
  readonly images: {
    /**
     * Edit or fuse images by a text. Price: 0.022 to 1.576 USD. `POST /api/v1/images/image2image`
     */
    readonly edit: JobMethod<[body: ImagesEditRequest | ImagesEditForm], Paid<ImagesEditReply>, ImagesEditAccepted | ImagesEditPending>
    readonly openai: {
      /**
       * Edit or fuse images by a text, as OpenAI's clients ask for it. Price: 0.022 to 1.576 USD.
       * `POST /v1/images/edits`
       */
      readonly edit: JobMethod<[body: (ImagesOpenaiEditRequest | ImagesOpenaiEditForm) & Record<string, unknown>], Paid<ImagesEditReply>, ImagesEditAccepted | ImagesEditPending>
      /**
       * Generate images from text, as OpenAI's clients ask for it. Price: 0.01675 to 1.576 USD.
       * `POST /v1/images/generations`
       */
      readonly generate: JobMethod<[body: ImagesOpenaiGenerateRequest & Record<string, unknown>], Paid<ImagesEditReply>, ImagesEditAccepted | ImagesEditPending>
    }
    /** Generate images from text. Price: 0.01675 to 1.576 USD. `POST /api/v1/images/generations` */
    readonly generate: JobMethod<[body: ImagesGenerateRequest], Paid<ImagesEditReply>, ImagesEditAccepted | ImagesEditPending>
    readonly models: {
      /** Image models with their catalog rates per size. Free. `GET /api/v1/images/models` */
      readonly list: FreeMethod<[], ImagesModelsListReply>
    }
  }
  readonly audio: {
    /** Generate a song from text. Price: 0.1585 USD. `POST /api/v1/audio/generations` */
    readonly generate: JobMethod<[body: AudioGenerateRequest], Paid<AudioGenerateReply | AudioGenerateFinished>, AudioGenerateAccepted | ImagesEditPending>
    readonly models: {
      /** Music models with their catalog rates per track. Free. `GET /api/v1/audio/models` */
      readonly list: FreeMethod<[], AudioModelsListReply>
    }
    readonly speech: {
      /** Speak a text. Price: 0.002 to 2.101 USD. `POST /api/v1/audio/speech` */
      readonly create: PaidMethod<[body: AudioSpeechCreateRequest], Paid<AudioSpeechCreateReply | Blob>>
      readonly openai: {
        /**
         * Speak a text, as OpenAI's clients ask for it. Price: 0.002 to 2.101 USD. `POST
         * /v1/audio/speech`
         */
        readonly create: PaidMethod<[body: AudioSpeechOpenaiCreateRequest & Record<string, unknown>], Paid<Blob>>
      }
    }
    readonly soundEffects: {
      /** Make a sound from a text. Price: 0.052 USD. `POST /api/v1/audio/sound-effects` */
      readonly create: PaidMethod<[body: AudioSoundEffectsCreateRequest], Paid<AudioSoundEffectsCreateReply | Blob>>
    }
    readonly voices: {
      /** Voices for text to speech. Free. `GET /api/v1/audio/voices` */
      readonly list: FreeMethod<[], AudioVoicesListReply>
    }
  }
  readonly videos: {
    /**
     * Generate a video from a text or pictures. Price: 0.052 to 30.658951 USD. `POST
     * /api/v1/videos/generations`
     */
    readonly generate: JobMethod<[body: VideosGenerateRequest], Paid<VideosGenerateReply>, VideosGenerateAccepted | ImagesEditPending>
    /** Generate a video from content parts. Price: 0.052 to 30.658951 USD. `POST /api/v1/videos` */
    readonly create: JobMethod<[body: VideosCreateRequest & Record<string, unknown>], Paid<VideosGenerateReply>, VideosGenerateAccepted | ImagesEditPending>
    readonly models: {
      /** Video models with their catalog rates and durations. Free. `GET /api/v1/video/models` */
      readonly list: FreeMethod<[], VideosModelsListReply>
    }
  }
  readonly realface: {
    /**
     * Begin to enroll a face, or get a fresh link for the phone. Free. `POST /api/v1/realface/init`
     */
    readonly init: FreeMethod<[body: RealfaceInitRequest], RealfaceInitReply>
    /** Whether the check on the phone is done. Free. `GET /api/v1/realface/status` */
    readonly status: FreeMethod<[params: {
      groupId: string
    }], RealfaceStatusReply>
    /**
     * Enroll the face of a checked person for video. Price: 0.011 USD. `POST
     * /api/v1/realface/enroll`
     */
    readonly enroll: PaidMethod<[body: RealfaceEnrollRequest], Paid<RealfaceEnrollReply>>
  }
  readonly portrait: {
    /** Enroll an AI character for video. Price: 0.011 USD. `POST /api/v1/portrait/enroll` */
    readonly enroll: PaidMethod<[body: PortraitEnrollRequest], Paid<PortraitEnrollReply>>
  }
  readonly wallet: {
    /** The faces that a wallet has enrolled. Free. `GET /api/v1/wallet/{address}/realfaces` */
    readonly realfaces: FreeMethod<[params: {
      address: string
    }], WalletRealfacesReply>
    /**
     * The AI characters that a wallet has enrolled. Free. `GET /api/v1/wallet/{address}/portraits`
     */
    readonly portraits: FreeMethod<[params: {
      address: string
    }], WalletPortraitsReply>
  }
  readonly venueA: {
    /**
     * Fund a deposit wallet at venue A without gas. Price: 0.011 USD. `POST /api/v1/venue-a/fund`
     */
    readonly fund: PaidMethod<[body: VenueAFundRequest], Paid<VenueAFundReply>>
  }
  readonly phone: {
    readonly numbers: {
      /**
       * Lease a telephone number for 30 days. Price: 5.001 USD. `POST /api/v1/phone/numbers/buy`
       */
      readonly buy: PaidMethod<[body: PhoneNumbersBuyRequest], Paid<PhoneNumbersBuyReply>>
      /** Lease a number for 30 more days. Price: 5.001 USD. `POST /api/v1/phone/numbers/renew` */
      readonly renew: PaidMethod<[body: PhoneNumbersRenewRequest], Paid<PhoneNumbersRenewReply>>
      /** The numbers of the calling wallet. Price: 0.002 USD. `POST /api/v1/phone/numbers/list` */
      readonly list: PaidMethod<[body: PhoneNumbersListRequest], Paid<PhoneNumbersListReply>>
      /**
       * Give a number back. Price: 0 USD; the signature names the wallet. `POST
       * /api/v1/phone/numbers/release`
       */
      readonly release: PaidMethod<[body: PhoneNumbersRenewRequest], Paid<PhoneNumbersReleaseReply>>
    }
    /**
     * Carrier and line type of a telephone number. Price: 0.011 USD. `POST /api/v1/phone/lookup`
     */
    readonly lookup: PaidMethod<[body: PhoneLookupRequest], Paid<unknown>> & {
      /**
       * Carrier and line type of a telephone number, and whether its SIM was swapped or its calls
       * are forwarded. Price: 0.051 USD. `POST /api/v1/phone/lookup/fraud`
       */
      readonly fraud: PaidMethod<[body: PhoneLookupRequest], Paid<unknown>>
    }
  }
  readonly voice: {
    /** Let an AI make a telephone call. Price: 0.541 USD. `POST /api/v1/voice/call` */
    readonly call: PaidMethod<[body: VoiceCallRequest], Paid<VoiceCallReply>> & {
      /** The state and the transcript of a call. Free. `GET /api/v1/voice/call/{call_id}` */
      readonly get: FreeMethod<[params: {
        call_id: string
      }], VoiceCallGetReply>
    }
  }
  readonly chat: {
    readonly completions: {
      /**
       * Chat completions, OpenAI-compatible. Price: from 0.001 USD, quoted per request, some calls
       * free. `POST /api/v1/chat/completions`
       */
      readonly create: PaidMethod<[body: ChatCompletionsCreateRequest & Record<string, unknown> & { stream?: false }], MaybePaid<OpenaiChatReply>> & StreamMethod<[body: ChatCompletionsCreateRequest & Record<string, unknown> & { stream: true }], {
        id: string
        object: 'chat.completion.chunk'
        /** Unix time in seconds */
        created: number
        model: string
        choices: {
          index: number
          delta: {
            role?: 'assistant'
            content?: string
            reasoning_content?: string
            reasoning_signature?: string
            reasoning_length?: number
            tool_calls?: {
              index: number
              function: {
                arguments: string
                name?: string
              }
              id?: string
              type?: 'function'
              extra_content?: Record<string, unknown>
            }[]
          }
          finish_reason: 'stop' | 'length' | 'tool_calls' | 'content_filter' | null
          logprobs?: Record<string, unknown>
        }[]
        usage?: UsageOfOpenaiChatReply
        citations?: string[]
        cost?: Cost
        payment?: PaymentOfOpenaiChatEvent
      }>
    }
    readonly withModel: {
      /**
       * Chat completions with the model in the path. Price: from 0.001 USD, quoted per request,
       * some calls free. `POST /api/v1/chat/*`
       */
      readonly create: PaidMethod<[params: {
        rest: ChatId
      }, body: ChatWithModelCreateRequest & Record<string, unknown> & { stream?: false }], MaybePaid<OpenaiChatReply>> & StreamMethod<[params: {
        rest: ChatId
      }, body: ChatWithModelCreateRequest & Record<string, unknown> & { stream: true }], {
        id: string
        object: 'chat.completion.chunk'
        /** Unix time in seconds */
        created: number
        model: string
        choices: {
          index: number
          delta: {
            role?: 'assistant'
            content?: string
            reasoning_content?: string
            reasoning_signature?: string
            reasoning_length?: number
            tool_calls?: {
              index: number
              function: {
                arguments: string
                name?: string
              }
              id?: string
              type?: 'function'
              extra_content?: Record<string, unknown>
            }[]
          }
          finish_reason: 'stop' | 'length' | 'tool_calls' | 'content_filter' | null
          logprobs?: Record<string, unknown>
        }[]
        usage?: UsageOfOpenaiChatReply
        citations?: string[]
        cost?: Cost
        payment?: PaymentOfOpenaiChatEvent
      }>
    }
  }
  readonly messages: {
    /**
     * Messages, Anthropic-compatible. Price: from 0.001 USD, quoted per request, some calls free.
     * `POST /api/v1/messages`
     */
    readonly create: PaidMethod<[body: MessagesCreateRequest & Record<string, unknown> & { stream?: false }], MaybePaid<AnthropicMessagesReply>> & StreamMethod<[body: MessagesCreateRequest & Record<string, unknown> & { stream: true }], {
      type: 'message_start'
      message: {
        id: string
        type: 'message'
        role: 'assistant'
        model: string
        content: (ContentItemOfAnthropicMessagesReply | ContentItemOfAnthropicMessagesReply2 | ContentItemOfAnthropicMessagesReply3 | ContentItemOfAnthropicMessagesReply4)[]
        stop_reason: null
        stop_sequence: string | null
        usage: UsageOfAnthropicMessagesReply
      }
    } | {
      type: 'content_block_start'
      index: number
      content_block: ContentItemOfAnthropicMessagesReply | ContentItemOfAnthropicMessagesReply2 | ContentItemOfAnthropicMessagesReply3 | ContentItemOfAnthropicMessagesReply4
    } | {
      type: 'content_block_delta'
      index: number
      delta: {
        type: 'text_delta'
        text: string
      } | {
        type: 'thinking_delta'
        thinking: string
      } | {
        type: 'signature_delta'
        signature: string
      } | {
        type: 'input_json_delta'
        partial_json: string
      }
    } | {
      type: 'content_block_stop'
      index: number
    } | {
      type: 'message_delta'
      delta: {
        stop_reason: 'end_turn' | 'max_tokens' | 'stop_sequence' | 'tool_use' | 'refusal'
        stop_sequence: string | null
      }
      usage: UsageOfAnthropicMessagesReply
      cost?: Cost
      payment?: PaymentOfOpenaiChatEvent
    } | {
      type: 'message_stop'
    }>
    /**
     * How many tokens a message has, as its price counts them. Free. `POST
     * /api/v1/messages/count_tokens`
     */
    readonly countTokens: FreeMethod<[body: MessagesCountTokensRequest & Record<string, unknown>], MessagesCountTokensReply>
  }
  readonly responses: {
    /**
     * OpenAI-compatible responses, with tools and reasoning together. Price: from 0.002 USD, quoted
     * per request. `POST /api/v1/responses`
     */
    readonly create: PaidMethod<[body: ResponsesCreateRequest & Record<string, unknown> & { stream?: false }], Paid<OpenaiResponsesReply>> & StreamMethod<[body: ResponsesCreateRequest & Record<string, unknown> & { stream: true }], OpenaiResponsesEvent>
    /** A background response, or its events from any point on. Free. `GET /v1/responses/{id}` */
    readonly get: FreeMethod<[params: {
      id: string
      /** as server-sent events */
      stream?: boolean
      /** only events with a higher sequence_number */
      starting_after?: number
    }], OpenaiResponsesReply>
    /** Cancel a background response. Free. `POST /v1/responses/{id}/cancel` */
    readonly cancel: FreeMethod<[params: {
      id: string
    }], unknown>
    /**
     * How many tokens a request has, as its price counts them. Free. `POST
     * /v1/responses/input_tokens`
     */
    readonly countTokens: FreeMethod<[body: ResponsesCountTokensRequest & Record<string, unknown>], ResponsesCountTokensReply>
  }
  /**
   * Search the web and the news now, and sum up what was found. Price: 0.02725 to 1.3135 USD. `POST
   * /api/v1/search`
   */
  readonly search: PaidMethod<[body: SearchRequest], Paid<SearchReply>>
  readonly models: {
    /** Every model on sale, with prices. Free. `GET /api/v1/models` */
    readonly list: FreeMethod<[], ModelsListReply>
    /** One model on sale, with its prices. Free. `GET /api/v1/models/*` */
    readonly get: FreeMethod<[params: {
      rest: string
    }], Record<string, unknown>>
  }
  /** Prices of everything on sale. Free. `GET /api/pricing` */
  readonly pricing: FreeMethod<[params?: {
    /**
     * the prices of an instant: a date such as 2026-12-01 (midnight in UTC), or a time such as
     * 2026-12-01T09:00:00Z
     */
    at?: string
  }], unknown>
  /** What this gateway is, and where its documents are. Free. `GET /` */
  readonly root: FreeMethod<[], unknown>
  /** Every endpoint with its price, in a few words for language models. Free. `GET /llms.txt` */
  readonly llmsTxt: FreeMethod<[], unknown>
  /**
   * Machine-readable API description (OpenAPI 3.1), with ?tag=images only of that tag. Free. `GET
   * /openapi.json`
   */
  readonly openapiJson: FreeMethod<[params?: {
    /** only the endpoints of a tag, such as images, with what they refer to */
    tag?: string
  }], unknown>
  readonly wellKnown: {
    /** Paid resources and how to pay for them. Free. `GET /.well-known/x402` */
    readonly x402: FreeMethod<[], unknown>
  }
  /** What a wallet holds of the token that this gateway is paid in. Free. `GET /api/v1/balance` */
  readonly balance: FreeMethod<[params: {
    /** the wallet, as the network writes addresses */
    address: string
  }], BalanceReply>
  /** Basic health. Free. `GET /api/health` */
  readonly health: FreeMethod<[], Record<string, unknown>> & {
    /** Health of everything, in one answer. Free. `GET /api/v1/health/overview` */
    readonly overview: FreeMethod<[], Record<string, unknown>>
    /** Health of the chain and the settlement of payments. Free. `GET /api/v1/health/chain` */
    readonly chain: FreeMethod<[], Record<string, unknown>>
    /** Which upstreams are configured and answering. Free. `GET /api/v1/health/models` */
    readonly models: FreeMethod<[], Record<string, unknown>>
    /** Where this gateway runs. Free. `GET /api/v1/health/regions` */
    readonly regions: FreeMethod<[], Record<string, unknown>>
  }
  readonly onramp: {
    /** A link to buy USDC with a card, for a wallet. Free. `POST /v1/onramp/token` */
    readonly token: FreeMethod<[body: OnrampTokenRequest], OnrampTokenReply>
  }
  readonly rpc: {
    /**
     * JSON-RPC on 40 blockchains, one call or a batch. Price: 0.004 to 0.4 USD. `POST
     * /api/v1/rpc/{network}`
     */
    readonly call: PaidMethod<[params: {
      network: RpcId
    }, body: RpcBody & Record<string, unknown>], Paid<unknown>>
  }
  readonly sandbox: {
    /**
     * Start a Python 3.11 sandbox. Price: 0.009362 to 192.001 USD. `POST /api/v1/sandbox/create`
     */
    readonly create: PaidMethod<[body: SandboxCreateRequest], Paid<SandboxCreateReply>>
    /** Run a command in a sandbox. Price: 0.002 USD. `POST /api/v1/sandbox/exec` */
    readonly exec: PaidMethod<[body: SandboxExecRequest], Paid<SandboxExecReply>>
    /** Ask whether a sandbox is running. Price: 0.002 USD. `POST /api/v1/sandbox/status` */
    readonly status: PaidMethod<[body: SandboxStatusRequest], Paid<SandboxStatusReply>>
    /** End a sandbox. Price: 0.002 USD. `POST /api/v1/sandbox/terminate` */
    readonly terminate: PaidMethod<[body: SandboxStatusRequest], Paid<SandboxTerminateReply>>
    /** List the endpoints of sandboxes, in a 402. Not Found. `GET /api/v1/sandbox/*` */
    readonly get: FreeMethod<[params: {
      rest: string
    }], unknown>
  }
}

/** Makes a client. It sends nothing until a method is called. */
export declare function createClient(settings: Settings): Farebox
