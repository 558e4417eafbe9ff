// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
import type {
  AnthropicMessagesReply, AsksItem, AudioGenerateAccepted, AudioGenerateRequest,
  AudioSoundEffectsCreateRequest, AudioSpeechCreateRequest, AudioSpeechOpenaiCreateRequest,
  CandlesticksItem, ChatCompletionsCreateRequest, ChatId, ChatWithModelCreateRequest, ContentItem,
  Cost, DataItem, DataItemOfImagesEditReply, DexaggGaslessChainsReply, DexaggGaslessPriceReply,
  DexaggGaslessSubmitRequest, DexaggPriceReply, Domain, Endpoints, EntriesItem, EquitiesId,
  EventsItem, FollowersItem, HealthChainReply, HealthModelsReply, ImagesEditForm, ImagesEditRequest,
  ImagesGenerateRequest, ImagesOpenaiEditForm, ImagesOpenaiEditRequest, ImagesOpenaiGenerateRequest,
  MarketsItem, McpReply, McpRequest, MessagesCountTokensReply, MessagesCountTokensRequest,
  MessagesCreateRequest, ModelsGetReply, ModelsListReply, OnrampTokenRequest, OpenaiChatReply,
  OpenaiResponsesEvent, OpenaiResponsesReply, Pagination, PaginationOfPmVenueAMarketsKeysetReply,
  Payment, PaymentOfImagesEditReply, Permit2, PhoneLookupReply, PhoneLookupRequest,
  PhoneNumbersBuyRequest, PhoneNumbersListRequest, PhoneNumbersRenewRequest, PmVenueAMarketsReply,
  PmVenueAWalletIdentitiesRequest, PmVenueAWalletIdentityReply, PmVenueAWalletReply,
  PortraitEnrollRequest, PositionsItem, Price, QuoteLine, QuoteRequest, RealfaceEnrollRequest,
  RealfaceInitRequest, ResponsesCancelReply, ResponsesCountTokensReply, ResponsesCountTokensRequest,
  ResponsesCreateRequest, RpcBody, RpcCallReply, RpcId, SandboxCreateRequest, SandboxExecRequest,
  SandboxStatusRequest, SearchRequest, Settlement, SocialUsersFollowersRequest,
  SocialUsersLookupRequest, StocksListReply, SurfPostRequest, TradesItem, TvlItem, TypesItem, Usage,
  UsageOfAnthropicMessagesReply, UsageOfRealfaceEnrollReply, VenueAFundRequest, VideosCreateRequest,
  VideosGenerateRequest, VoiceCallRequest, WebsearchAnswerRequest, WebsearchContentsRequest,
  WebsearchFindSimilarRequest, WebsearchSearchReply, WebsearchSearchRequest,
} from './types/index.js'
import type { Forwarded, FreeMethod, JobMethod, MaybePaid, Open, Paid, PaidMethod, StreamMethod, Settings } from './transport/types.js'

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
    readonly protocols: PaidMethod<[params?: Forwarded], Paid<{
      id: string
      name: string
      slug: string
      symbol: string
      category: string
      chains: string[]
      tvl: number
      chainTvls: Record<string, number>
      change_1h: number
      change_1d: number
      change_7d: number
      mcap: number | null
      logo: string
      url: string
      description: string
    }[]>>
    /**
     * One protocol with its history, by the slug that the list of protocols gives. Price: 0.006
     * USD. `GET /api/v1/defi/protocol/{slug}`
     */
    readonly protocol: PaidMethod<[params: {
      slug: string
    } & Forwarded], Paid<{
      id: string
      name: string
      slug: string
      symbol: string
      category: string
      chains: string[]
      change_1h: number
      change_1d: number
      change_7d: number
      mcap: unknown
      logo: string
      url: string
      description: string
      currentChainTvls: Record<string, number>
      chainTvls: Record<string, {
          tvl: TvlItem[]
          tokens: unknown
        }>
      tvl: TvlItem[]
    }>>
    /** Value locked on each chain. Price: 0.006 USD. `GET /api/v1/defi/chains` */
    readonly chains: PaidMethod<[params?: Forwarded], Paid<{
      gecko_id: string
      tvl: number
      tokenSymbol: string
      cmcId: string
      name: string
      chainId: number
    }[]>>
    /**
     * All yield pools, for you to filter by chain, project, symbol, apy or tvlUsd. Price: 0.006
     * USD. `GET /api/v1/defi/yields`
     */
    readonly yields: PaidMethod<[params?: Forwarded], Paid<{
      status: string
      data: {
        chain: string
        project: string
        symbol: string
        tvlUsd: number
        apyBase: number
        apyReward: unknown
        apy: number
        rewardTokens: unknown
        pool: string
        stablecoin: boolean
        ilRisk: string
        exposure: string
        predictions: {
          predictedClass: string
          predictedProbability: number
          binnedConfidence: number
        }
      }[]
    }>>
    /**
     * Current prices of tokens, by comma-separated identifiers such as coingecko:bitcoin. Price:
     * 0.002 USD. `GET /api/v1/defi/prices/{coins}`
     */
    readonly prices: PaidMethod<[params: {
      coins: string
    } & Forwarded], Paid<{
      coins: Record<string, {
          symbol: string
          price: number
          timestamp: number
          confidence: number
          decimals?: number
        }>
    }>>
  }
  readonly crypto: {
    /** Symbols of cryptocurrencies. Free, at most 600 a minute. `GET /api/v1/crypto/list` */
    readonly list: FreeMethod<[params?: {
      /** only symbols with this text in their name or description */
      q?: string
      /** at most 2000 */
      limit?: number
    }], {
      category: string
      label: string
      count: number
      example: string
      endpoints: Endpoints
      symbols: {
        symbol?: string
        description: string
      }[]
    }>
    /**
     * Price of a cryptocurrency now. Free, at most 600 a minute. `GET
     * /api/v1/crypto/price/{symbol}`
     */
    readonly price: FreeMethod<[params: {
      symbol: string
    }], {
      symbol: string
      category: string
      price: number
      confidence: number
      publishTime: number
      timestamp: string
      assetType: string
      feedId: string
      source: string
      free: boolean
    }>
    /**
     * Prices of a cryptocurrency in the past. Free, at most 600 a minute. `GET
     * /api/v1/crypto/history/{symbol}`
     */
    readonly history: FreeMethod<[params: {
      symbol: string
      /** minutes, or a day, week or month */
      resolution?: '1' | '5' | '15' | '60' | '240' | 'D' | 'W' | 'M'
      /** Unix seconds */
      from: number
      /** Unix seconds; now by default */
      to?: number
    }], {
      symbol: string
      category: string
      resolution: '1' | '5' | '15' | '60' | '240' | 'D' | 'W' | 'M'
      from: number
      to: number
      bars: {
        t: number
        o: number
        h: number
        l: number
        c: number
        v: number
      }[]
      source: string
    }>
  }
  readonly fx: {
    /** Symbols of currencies. Free, at most 600 a minute. `GET /api/v1/fx/list` */
    readonly list: FreeMethod<[params?: {
      /** only symbols with this text in their name or description */
      q?: string
      /** at most 2000 */
      limit?: number
    }], {
      category: string
      label: string
      count: number
      example: string
      endpoints: Endpoints
      symbols: {
        symbol?: string
        description: string
      }[]
    }>
    /** Price of a currency now. Free, at most 600 a minute. `GET /api/v1/fx/price/{symbol}` */
    readonly price: FreeMethod<[params: {
      symbol: string
    }], {
      symbol: string
      category: string
      price: number
      confidence: number
      publishTime: number
      timestamp: string
      assetType: string
      feedId: string
      source: string
      free: boolean
    }>
    /**
     * Prices of a currency in the past. Free, at most 600 a minute. `GET
     * /api/v1/fx/history/{symbol}`
     */
    readonly history: FreeMethod<[params: {
      symbol: string
      /** minutes, or a day, week or month */
      resolution?: '1' | '5' | '15' | '60' | '240' | 'D' | 'W' | 'M'
      /** Unix seconds */
      from: number
      /** Unix seconds; now by default */
      to?: number
    }], {
      symbol: string
      category: string
      resolution: '1' | '5' | '15' | '60' | '240' | 'D' | 'W' | 'M'
      from: number
      to: number
      bars: {
        t: number
        o: number
        h: number
        l: number
        c: number
        v: number
      }[]
      source: string
    }>
  }
  readonly commodity: {
    /** Symbols of precious metals. Free, at most 600 a minute. `GET /api/v1/commodity/list` */
    readonly list: FreeMethod<[params?: {
      /** only symbols with this text in their name or description */
      q?: string
      /** at most 2000 */
      limit?: number
    }], {
      category: string
      label: string
      count: number
      example: string
      endpoints: Endpoints
      symbols: {
        symbol?: string
        description: string
      }[]
    }>
    /** Price of a metal now. Free, at most 600 a minute. `GET /api/v1/commodity/price/{symbol}` */
    readonly price: FreeMethod<[params: {
      symbol: string
    }], {
      symbol: string
      category: string
      price: number
      confidence: number
      publishTime: number
      timestamp: string
      assetType: string
      feedId: string
      source: string
      free: boolean
    }>
    /**
     * Prices of a metal in the past. Free, at most 600 a minute. `GET
     * /api/v1/commodity/history/{symbol}`
     */
    readonly history: FreeMethod<[params: {
      symbol: string
      /** minutes, or a day, week or month */
      resolution?: '1' | '5' | '15' | '60' | '240' | 'D' | 'W' | 'M'
      /** Unix seconds */
      from: number
      /** Unix seconds; now by default */
      to?: number
    }], {
      symbol: string
      category: string
      resolution: '1' | '5' | '15' | '60' | '240' | 'D' | 'W' | 'M'
      from: number
      to: number
      bars: {
        t: number
        o: number
        h: number
        l: number
        c: number
        v: number
      }[]
      source: string
    }>
  }
  readonly stocks: {
    /** Symbols of a stock market. Free, at most 600 a minute. `GET /api/v1/stocks/{market}/list` */
    readonly list: FreeMethod<[params: {
      market: EquitiesId
      /** only symbols with this text in their name or description */
      q?: string
      /** at most 2000 */
      limit?: number
    }], StocksListReply>
    /** Price of a share now. Price: 0.002 USD. `GET /api/v1/stocks/{market}/price/{symbol}` */
    readonly price: PaidMethod<[params: {
      market: EquitiesId
      symbol: string
      /** hours before, after and between trading days; regular hours by default */
      session?: 'pre' | 'post' | 'on'
    }], Paid<{
      symbol: string
      category: string
      price: number
      confidence: number
      publishTime: number
      timestamp: string
      assetType: string
      feedId: string
      source: string
    }>>
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
      /** Unix seconds; now by default */
      to?: number
      /** regular hours by default */
      session?: 'pre' | 'post' | 'on'
    }], Paid<{
      symbol: string
      category: string
      resolution: '1' | '5' | '15' | '60' | '240' | 'D' | 'W' | 'M'
      from: number
      to: number
      bars: {
        t: number
        o: number
        h: number
        l: number
        c: number
        v: number
      }[]
      source: string
    }>>
  }
  readonly pm: {
    readonly venueA: {
      /**
       * Price of one outcome token. Price: 0.0085 USD. `GET
       * /api/v1/pm/venue-a/market-price/{token_id}`
       */
      readonly marketPrice: PaidMethod<[params: {
        token_id: string
      } & Forwarded], Paid<{
        price: number
        timestamp: number
      }>>
      /**
       * Candles of one market. Price: 0.0085 USD. `GET
       * /api/v1/pm/venue-a/candlesticks/{condition_id}`
       */
      readonly candlesticks: PaidMethod<[params: {
        condition_id: string
      } & Forwarded], Paid<{
        condition_id: string
        candlesticks: CandlesticksItem[]
      }>> & {
        /**
         * Candles of one outcome token. Price: 0.0085 USD. `GET
         * /api/v1/pm/venue-a/candlesticks/token/{token_id}`
         */
        readonly token: PaidMethod<[params: {
          token_id: string
        } & Forwarded], Paid<{
          token_id: string
          candlesticks: CandlesticksItem[]
        }>>
      }
      /**
       * Volume chart of one market. Price: 0.0085 USD. `GET
       * /api/v1/pm/venue-a/volume-chart/{condition_id}`
       */
      readonly volumeChart: PaidMethod<[params: {
        condition_id: string
      } & Forwarded], Paid<{
        condition_id: string
        data: DataItem[]
      }>>
      /** Venue A markets. Price: 0.0085 USD. `GET /api/v1/pm/venue-a/markets` */
      readonly markets: PaidMethod<[params?: {
        limit?: number
        /** cursor */
        pagination_key?: string
        /** free text */
        search?: string
        status?: 'active' | 'closed' | 'archived'
        sort?: 'volume' | 'liquidity' | 'created'
        event_slug?: string
        market_slug?: string
      } & Forwarded], Paid<PmVenueAMarketsReply>> & {
        /**
         * Volume of one outcome token. Price: 0.0085 USD. `GET
         * /api/v1/pm/venue-a/markets/{token_id}/volume`
         */
        readonly volume: PaidMethod<[params: {
          token_id: string
        } & Forwarded], Paid<{
          token_id: string
          data: {
            timestamp: number
            volume: number
          }[]
        }>>
        /**
         * Open interest of one market. Price: 0.0085 USD. `GET
         * /api/v1/pm/venue-a/markets/{condition_id}/open_interest`
         */
        readonly openInterest: PaidMethod<[params: {
          condition_id: string
        } & Forwarded], Paid<{
          condition_id: string
          data: {
            timestamp: number
            open_interest: number
          }[]
        }>>
        /**
         * Venue A markets, cursor pagination. Price: 0.0085 USD. `GET
         * /api/v1/pm/venue-a/markets/keyset`
         */
        readonly keyset: PaidMethod<[params?: {
          limit?: number
          /** cursor */
          pagination_key?: string
          /** free text */
          search?: string
          status?: 'active' | 'closed' | 'archived'
          sort?: 'volume' | 'liquidity' | 'created'
          event_slug?: string
          market_slug?: string
        } & Forwarded], Paid<{
          markets: MarketsItem[]
          pagination: PaginationOfPmVenueAMarketsKeysetReply
        }>>
        /**
         * Markets with smart activity. Price: 0.0085 USD. `GET
         * /api/v1/pm/venue-a/markets/smart-activity`
         */
        readonly smartActivity: PaidMethod<[params?: {
          limit?: number
          /** cursor */
          pagination_key?: string
        } & Forwarded], Paid<{
          markets: {
            condition_id: string
            title: string
            smart_wallets: number
          }[]
          pagination: Pagination
        }>>
      }
      readonly cohorts: {
        /** Cohort statistics. Price: 0.0085 USD. `GET /api/v1/pm/venue-a/cohorts/stats` */
        readonly stats: PaidMethod<[params?: Forwarded], Paid<{
          cohorts: {
            cohort: string
            wallets: number
            volume_usd: number
          }[]
        }>>
      }
      readonly market: {
        /**
         * Top holders of one market. Price: 0.0085 USD. `GET
         * /api/v1/pm/venue-a/market/{condition_id}/top-holders`
         */
        readonly topHolders: PaidMethod<[params: {
          condition_id: string
        } & Forwarded], Paid<{
          condition_id: string
          holders: {
            user: string
            outcome_label: string
            shares: number
          }[]
        }>>
        /**
         * Smart money in one market. Price: 0.0085 USD. `GET
         * /api/v1/pm/venue-a/market/{condition_id}/smart-money`
         */
        readonly smartMoney: PaidMethod<[params: {
          condition_id: string
        } & Forwarded], Paid<{
          condition_id: string
          smart_wallets: number
          net_position_usd: number
          average_entry: number
          positioning: string
        }>>
      }
      /** One wallet. Price: 0.0085 USD. `GET /api/v1/pm/venue-a/wallet/{wallet}` */
      readonly wallet: PaidMethod<[params: {
        wallet: string
      } & Forwarded], Paid<PmVenueAWalletReply>> & {
        /**
         * Wallets similar to one. Price: 0.0085 USD. `GET
         * /api/v1/pm/venue-a/wallet/{wallet}/similar`
         */
        readonly similar: PaidMethod<[params: {
          wallet: string
        } & Forwarded], Paid<{
          user: string
          similar: {
            user: string
            similarity: number
          }[]
        }>>
        /**
         * Profit and loss of a wallet. Price: 0.0085 USD. `GET
         * /api/v1/pm/venue-a/wallet/pnl/{wallet}`
         */
        readonly pnl: PaidMethod<[params: {
          wallet: string
        } & Forwarded], Paid<{
          wallet_address: string
          pnl_over_time: {
            timestamp: number
            pnl_to_date: number
          }[]
        }>>
        /**
         * Volume chart of a wallet. Price: 0.0085 USD. `GET
         * /api/v1/pm/venue-a/wallet/volume-chart/{wallet}`
         */
        readonly volumeChart: PaidMethod<[params: {
          wallet: string
        } & Forwarded], Paid<{
          wallet_address: string
          data: DataItem[]
        }>>
        /**
         * Identity of a wallet. Price: 0.0085 USD. `GET
         * /api/v1/pm/venue-a/wallet/identity/{wallet}`
         */
        readonly identity: PaidMethod<[params: {
          wallet: string
        } & Forwarded], Paid<PmVenueAWalletIdentityReply>>
        /**
         * Identities of many wallets. Price: 0.0085 USD. `POST
         * /api/v1/pm/venue-a/wallet/identities`
         */
        readonly identities: PaidMethod<[params: Forwarded, body: PmVenueAWalletIdentitiesRequest], Paid<{
          identities: PmVenueAWalletIdentityReply[]
        }>>
        /**
         * Cluster of a wallet. Price: 0.0085 USD. `GET /api/v1/pm/venue-a/wallet/{address}/cluster`
         */
        readonly cluster: PaidMethod<[params: {
          address: string
        } & Forwarded], Paid<{
          address: string
          cluster_id: string
          members: string[]
          trades: TradesItem[]
        }>>
        /**
         * Markets of a wallet. Price: 0.0085 USD. `GET /api/v1/pm/venue-a/wallet/{wallet}/markets`
         */
        readonly markets: PaidMethod<[params: {
          wallet: string
          limit?: number
          /** cursor */
          pagination_key?: string
        } & Forwarded], Paid<{
          user: string
          markets: PositionsItem[]
          pagination: Pagination
        }>>
        /**
         * Positions of a wallet. Price: 0.0085 USD. `GET
         * /api/v1/pm/venue-a/wallet/positions/{wallet}`
         */
        readonly positions: PaidMethod<[params: {
          wallet: string
          limit?: number
          /** cursor */
          pagination_key?: string
        } & Forwarded], Paid<{
          wallet_address: string
          positions: PositionsItem[]
          pagination: Pagination
        }>>
      }
      readonly wallets: {
        /**
         * Wallet profiles, at most 20. Price: 0.0085 USD. `GET /api/v1/pm/venue-a/wallets/profiles`
         */
        readonly profiles: PaidMethod<[params?: {
          /** wallets, comma-separated; required by the upstream */
          addresses?: string
        } & Forwarded], Paid<{
          profiles: PmVenueAWalletReply[]
        }>>
        /** Filter wallets. Price: 0.0085 USD. `GET /api/v1/pm/venue-a/wallets/filter` */
        readonly filter: PaidMethod<[params?: {
          limit?: number
          /** cursor */
          pagination_key?: string
        } & Forwarded], Paid<{
          wallets: EntriesItem[]
          pagination: Pagination
        }>>
      }
      readonly uma: {
        /**
         * Oracle resolution of one market. Price: 0.0085 USD. `GET
         * /api/v1/pm/venue-a/uma/market/{condition_id}`
         */
        readonly market: PaidMethod<[params: {
          condition_id: string
        } & Forwarded], Paid<{
          condition_id: string
          title: string
          state: string
          timeline: {
            event: string
            timestamp: number
          }[]
        }>>
        /** Oracle resolution of markets. Price: 0.0085 USD. `GET /api/v1/pm/venue-a/uma/markets` */
        readonly markets: PaidMethod<[params?: {
          limit?: number
          /** cursor */
          pagination_key?: string
          /** proposed, disputed, resolved and others */
          state?: string
        } & Forwarded], Paid<{
          markets: {
            condition_id: string
            market_slug: string
            title: string
            state: string
          }[]
          pagination: Pagination
        }>>
      }
      /** Venue A events. Price: 0.0085 USD. `GET /api/v1/pm/venue-a/events` */
      readonly events: PaidMethod<[params?: {
        limit?: number
        /** cursor */
        pagination_key?: string
        slug?: string
      } & Forwarded], Paid<{
        events: EventsItem[]
        pagination: Pagination
      }>> & {
        /**
         * Venue A events, cursor pagination. Price: 0.0085 USD. `GET
         * /api/v1/pm/venue-a/events/keyset`
         */
        readonly keyset: PaidMethod<[params?: {
          limit?: number
          /** cursor */
          pagination_key?: string
          slug?: string
        } & Forwarded], Paid<{
          events: EventsItem[]
          pagination: PaginationOfPmVenueAMarketsKeysetReply
        }>>
      }
      /**
       * Venue A crypto up or down markets. Price: 0.0085 USD. `GET
       * /api/v1/pm/venue-a/crypto-updown`
       */
      readonly cryptoUpdown: PaidMethod<[params?: {
        limit?: number
        /** cursor */
        pagination_key?: string
      } & Forwarded], Paid<PmVenueAMarketsReply>>
      /** Venue A order books. Price: 0.0085 USD. `GET /api/v1/pm/venue-a/orderbooks` */
      readonly orderbooks: PaidMethod<[params?: {
        limit?: number
        /** cursor */
        pagination_key?: string
        token_id?: string
      } & Forwarded], Paid<{
        snapshots: {
          asks: AsksItem[]
          bids: AsksItem[]
          hash: string
          assetId: string
          timestamp: number
          tickSize: string
          indexedAt: number
          market: string
        }[]
        pagination: Pagination
      }>>
      /** Venue A trades. Price: 0.0085 USD. `GET /api/v1/pm/venue-a/trades` */
      readonly trades: PaidMethod<[params?: {
        limit?: number
        /** cursor */
        pagination_key?: string
        condition_id?: string
        market_slug?: string
        /** wallet */
        user?: string
      } & Forwarded], Paid<{
        trades: TradesItem[]
        pagination: Pagination
      }>>
      /** Venue A activity. Price: 0.0085 USD. `GET /api/v1/pm/venue-a/activity` */
      readonly activity: PaidMethod<[params?: {
        limit?: number
        /** cursor */
        pagination_key?: string
        condition_id?: string
        market_slug?: string
        /** wallet */
        user?: string
      } & Forwarded], Paid<{
        activities: (TradesItem & {
          type: string
        })[]
        pagination: Pagination
      }>>
      /** Venue A positions. Price: 0.0085 USD. `GET /api/v1/pm/venue-a/positions` */
      readonly positions: PaidMethod<[params?: {
        limit?: number
        /** cursor */
        pagination_key?: string
        /** wallet */
        user?: string
      } & Forwarded], Paid<{
        positions: PositionsItem[]
        pagination: Pagination
      }>>
      /** Venue A leaderboard. Price: 0.0085 USD. `GET /api/v1/pm/venue-a/leaderboard` */
      readonly leaderboard: PaidMethod<[params?: {
        limit?: number
        /** cursor */
        pagination_key?: string
      } & Forwarded], Paid<{
        entries: EntriesItem[]
        pagination: Pagination
      }>> & {
        /**
         * Leaderboard of one market. Price: 0.0085 USD. `GET
         * /api/v1/pm/venue-a/leaderboard/market/{condition_id}`
         */
        readonly market: PaidMethod<[params: {
          condition_id: string
          limit?: number
          /** cursor */
          pagination_key?: string
        } & Forwarded], Paid<{
          condition_id: string
          entries: EntriesItem[]
          pagination: Pagination
        }>>
      }
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
      } & Forwarded], Paid<{
        symbol: string
        interval: string
        candles: {
          open_time: number
          open: number
          high: number
          low: number
          close: number
          volume: number
        }[]
      }>>
      /**
       * Exchange book ticks, in microseconds. Price: 0.0085 USD. `GET
       * /api/v1/pm/exchange/ticks/{symbol}`
       */
      readonly ticks: PaidMethod<[params: {
        symbol: string
        limit?: number
      } & Forwarded], Paid<{
        symbol: string
        ticks: {
          timestamp_us: number
          bid: number
          ask: number
          bid_size: number
          ask_size: number
        }[]
      }>>
    }
    readonly venueB: {
      /** Venue B markets. Price: 0.0085 USD. `GET /api/v1/pm/venue-b/markets` */
      readonly markets: PaidMethod<[params?: {
        limit?: number
        /** cursor */
        pagination_key?: string
        status?: 'open' | 'closed'
        search?: string
        /** up to 50, comma-separated */
        ticker?: string
        event_ticker?: string
        sort?: 'volume' | 'open_interest' | 'price_desc' | 'price_asc' | 'close_time'
      } & Forwarded], Paid<{
        markets: {
          ticker: string
          event_ticker: string
          title: string
          yes_subtitle: string
          no_subtitle: string
          status: string
          result: string | null
          outcomes: {
            label: string
            bid: number
            ask: number
          }[]
          last_price: number
          volume: number
          open_interest: number
          dollar_volume: number
          close_time: string
          event: {
            event_ticker: string
            title: string
          }
        }[]
        pagination: Pagination
      }>>
      /** Venue B trades. Price: 0.0085 USD. `GET /api/v1/pm/venue-b/trades` */
      readonly trades: PaidMethod<[params?: {
        limit?: number
        /** cursor */
        pagination_key?: string
        /** up to 50, comma-separated */
        ticker?: string
      } & Forwarded], Paid<{
        trades: {
          ticker: string
          yes_price: number
          count: number
          taker_side: string
          created_time: string
        }[]
        pagination: Pagination
      }>>
      /** Venue B order books. Price: 0.0085 USD. `GET /api/v1/pm/venue-b/orderbooks` */
      readonly orderbooks: PaidMethod<[params?: {
        limit?: number
        /** cursor */
        pagination_key?: string
        /** up to 50, comma-separated */
        ticker?: string
      } & Forwarded], Paid<{
        orderbooks: {
          ticker: string
          asks: AsksItem[]
          bids: AsksItem[]
          hash: string
          timestamp: number
        }[]
        pagination: Pagination
      }>>
    }
    readonly venueC: {
      /** Venue C markets. Price: 0.0085 USD. `GET /api/v1/pm/venue-c/markets` */
      readonly markets: PaidMethod<[params?: {
        limit?: number
        /** cursor */
        pagination_key?: string
        search?: string
        status?: 'open' | 'closed'
      } & Forwarded], Paid<{
        markets: {
          ticker: string
          event_ticker: string
          title: string
          yes_subtitle: string
          no_subtitle: string
          status: string
          result: string | null
          outcomes: {
            label: string
            bid: number
            ask: number
          }[]
          last_price: number
          volume: number
          open_interest: number
          dollar_volume: number
          close_time: string
          event: {
            event_ticker: string
            title: string
          }
        }[]
        pagination: Pagination
      }>>
      /** Venue C order books. Price: 0.0085 USD. `GET /api/v1/pm/venue-c/orderbooks` */
      readonly orderbooks: PaidMethod<[params?: {
        limit?: number
        /** cursor */
        pagination_key?: string
        /** up to 50, comma-separated */
        ticker?: string
      } & Forwarded], Paid<{
        orderbooks: {
          ticker: string
          asks: AsksItem[]
          bids: AsksItem[]
          hash: string
          timestamp: number
        }[]
        pagination: Pagination
      }>>
    }
    readonly venueD: {
      /** Venue D markets. Price: 0.0085 USD. `GET /api/v1/pm/venue-d/markets` */
      readonly markets: PaidMethod<[params?: {
        limit?: number
        /** cursor */
        pagination_key?: string
        search?: string
        status?: 'open' | 'closed'
      } & Forwarded], Paid<{
        markets: {
          ticker: string
          event_ticker: string
          title: string
          yes_subtitle: string
          no_subtitle: string
          status: string
          result: string | null
          outcomes: {
            label: string
            bid: number
            ask: number
          }[]
          last_price: number
          volume: number
          open_interest: number
          dollar_volume: number
          close_time: string
          event: {
            event_ticker: string
            title: string
          }
        }[]
        pagination: Pagination
      }>>
      /** Venue D order books. Price: 0.0085 USD. `GET /api/v1/pm/venue-d/orderbooks` */
      readonly orderbooks: PaidMethod<[params?: {
        limit?: number
        /** cursor */
        pagination_key?: string
        /** up to 50, comma-separated */
        ticker?: string
      } & Forwarded], Paid<{
        orderbooks: {
          ticker: string
          asks: AsksItem[]
          bids: AsksItem[]
          hash: string
          timestamp: number
        }[]
        pagination: Pagination
      }>>
    }
    readonly venueE: {
      /** Venue E markets. Price: 0.0085 USD. `GET /api/v1/pm/venue-e/markets` */
      readonly markets: PaidMethod<[params?: {
        limit?: number
        /** cursor */
        pagination_key?: string
        search?: string
        status?: 'open' | 'closed'
      } & Forwarded], Paid<{
        markets: {
          ticker: string
          event_ticker: string
          title: string
          yes_subtitle: string
          no_subtitle: string
          status: string
          result: string | null
          outcomes: {
            label: string
            bid: number
            ask: number
          }[]
          last_price: number
          volume: number
          open_interest: number
          dollar_volume: number
          close_time: string
          event: {
            event_ticker: string
            title: string
          }
        }[]
        pagination: Pagination
      }>>
      /** Venue E order books. Price: 0.0085 USD. `GET /api/v1/pm/venue-e/orderbooks` */
      readonly orderbooks: PaidMethod<[params?: {
        limit?: number
        /** cursor */
        pagination_key?: string
        /** up to 50, comma-separated */
        ticker?: string
      } & Forwarded], Paid<{
        orderbooks: {
          ticker: string
          asks: AsksItem[]
          bids: AsksItem[]
          hash: string
          timestamp: number
        }[]
        pagination: Pagination
      }>>
    }
    readonly markets: {
      /**
       * Search the markets of all five venues. Price: 0.0085 USD. `GET /api/v1/pm/markets/search`
       */
      readonly search: PaidMethod<[params?: {
        limit?: number
        /** cursor */
        pagination_key?: string
        /** free text, required by the upstream */
        q?: string
        venue?: 'venue-a' | 'venue-b' | 'venue-c' | 'venue-d' | 'venue-e'
      } & Forwarded], Paid<{
        query: string
        markets: {
          venue: string
          title: string
          status: string
          price: number
          url_slug: string
        }[]
        pagination: Pagination
      }>>
    }
    /**
     * Sports markets (temporarily unavailable). Sports data is temporarily unavailable. `GET
     * /api/v1/pm/sports/*`
     */
    readonly sports: FreeMethod<[params: {
      /** Its slashes are not encoded. */
      rest: string
    } & Forwarded], {
      error?: string
    }>
  }
  readonly social: {
    readonly users: {
      /**
       * Look up accounts by their user names. Price: from 0.02 USD, quoted per request, at most 120
       * an hour per wallet. `POST /api/v1/social/users/lookup`
       */
      readonly lookup: PaidMethod<[body: SocialUsersLookupRequest], Paid<{
        users: {
          id: string
          userName: string
          name: string
          profilePicture: string
          description: string
          followers: number
          following: number
          isBlueVerified: boolean
          verifiedType: string
          location: string
          joined: string
        }[]
        not_found: string[]
        total_requested: number
        total_found: number
      }>>
      /**
       * Accounts that follow one, a page of about 200. Price: 0.05 USD, at most 120 an hour per
       * wallet. `POST /api/v1/social/users/followers`
       */
      readonly followers: PaidMethod<[body: SocialUsersFollowersRequest], Paid<{
        followers: FollowersItem[]
        has_next_page: boolean
        next_cursor: string
        total_returned: number
        username: string
      }>>
      /**
       * Accounts that one follows, a page of about 200. Price: 0.05 USD, at most 120 an hour per
       * wallet. `POST /api/v1/social/users/followings`
       */
      readonly followings: PaidMethod<[body: SocialUsersFollowersRequest], Paid<{
        followings: FollowersItem[]
        has_next_page: boolean
        next_cursor: string
        total_returned: number
        username: string
      }>>
    }
  }
  readonly surf: {
    /**
     * Crypto market and on-chain data, by an upstream path such as market/price. Price: 0.0095 USD.
     * `GET /api/v1/surf/*`
     */
    readonly get: PaidMethod<[params: {
      /** Its slashes are not encoded. */
      rest: string
    } & Forwarded], Paid<{
      data: {
        timestamp: number
        value: number
      }[]
    }>>
    /**
     * Crypto market and on-chain queries, by a path and body of the upstream such as onchain/sql.
     * Price: 0.0095 USD. `POST /api/v1/surf/*`
     */
    readonly post: PaidMethod<[params: {
      /** Its slashes are not encoded. */
      rest: string
    } & Forwarded, body: Open<SurfPostRequest>], Paid<{
      data: {
        block: number
        hash: string
      }[]
      meta: {
        cached: boolean
      }
    }>>
  }
  readonly dexagg: {
    /** Indicative price of a swap. Free, at most 600 a minute. `GET /api/v1/dexagg/price` */
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
    }], DexaggPriceReply>
    /**
     * Firm quote of a swap with the data to sign and send. Free, at most 600 a minute. `GET
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
    }], DexaggPriceReply & {
      permit2?: Permit2
      transaction?: {
        to: string
        data: string
        gas: string
        gasPrice: string
        value: string
      }
    }>
    readonly gasless: {
      /**
       * Indicative price of a swap without gas. Free, at most 600 a minute. `GET
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
      }], DexaggGaslessPriceReply>
      /**
       * Firm quote of a swap without gas with the data to sign. Free, at most 600 a minute. `GET
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
      }], DexaggGaslessPriceReply & {
        trade?: Permit2
        approval?: {
          type: string
          hash: string
          eip712: {
            types: Record<string, TypesItem[]>
            domain: Domain
            primaryType: string
            message: {
              owner: string
              spender: string
              value: string
              nonce: string
              deadline: string
            }
          }
        }
      }>
      /**
       * Submit a signed swap without gas. Free, at most 600 a minute. `POST
       * /api/v1/dexagg/gasless/submit`
       */
      readonly submit: FreeMethod<[params: Forwarded, body: Open<DexaggGaslessSubmitRequest>], {
        tradeHash: string
        type?: string
        zid?: string
      }>
      /**
       * Status of a submitted swap without gas - pending, submitted, confirmed. Free, at most 600 a
       * minute. `GET /api/v1/dexagg/gasless/status/{trade_hash}`
       */
      readonly status: FreeMethod<[params: {
        trade_hash: string
        chainId?: string
      } & Forwarded], {
        /** pending, submitted, succeeded, confirmed or failed */
        status: string
        transactions?: {
          hash: string
          timestamp?: number
        }[]
        reason?: string
        zid?: string
      }>
      /**
       * Tokens that can be approved without gas. Free, at most 600 a minute. `GET
       * /api/v1/dexagg/gasless/approval-tokens`
       */
      readonly approvalTokens: FreeMethod<[params?: {
        chainId?: string
      } & Forwarded], {
        tokens: string[]
        zid: string
      }>
      /**
       * Chains on which swaps without gas work. Free, at most 600 a minute. `GET
       * /api/v1/dexagg/gasless/chains`
       */
      readonly chains: FreeMethod<[params?: Forwarded], DexaggGaslessChainsReply>
    }
    readonly swap: {
      /**
       * Chains on which swaps work. Free, at most 600 a minute. `GET /api/v1/dexagg/swap/chains`
       */
      readonly chains: FreeMethod<[params?: Forwarded], DexaggGaslessChainsReply>
    }
  }
  readonly websearch: {
    /** Search the web by meaning. Price: 0.011 USD. `POST /api/v1/websearch/search` */
    readonly search: PaidMethod<[body: WebsearchSearchRequest], Paid<WebsearchSearchReply>>
    /**
     * Answer a question from the web, with its sources. Price: 0.011 USD. `POST
     * /api/v1/websearch/answer`
     */
    readonly answer: PaidMethod<[body: WebsearchAnswerRequest], Paid<{
      requestId: string
      answer: string
      citations: {
        id: string
        title: string
        url: string
        publishedDate: string
        author: string
      }[]
      costDollars: {
        total: number
      }
    }>>
    /**
     * The text of web pages, as Markdown. Price: 0.003 to 0.201 USD. `POST
     * /api/v1/websearch/contents`
     */
    readonly contents: PaidMethod<[body: WebsearchContentsRequest], Paid<{
      requestId: string
      results: {
        id: string
        url: string
        title: string
        author: string
        publishedDate: string
        text: string
      }[]
      statuses: {
        id: string
        status: string
        source?: string
        error?: Record<string, unknown>
      }[]
      costDollars: {
        total: number
        contents: {
          text: number
        }
      }
    }>>
    /**
     * Find pages that are like one page. Price: 0.011 USD. `POST /api/v1/websearch/find-similar`
     */
    readonly findSimilar: PaidMethod<[body: WebsearchFindSimilarRequest], Paid<WebsearchSearchReply>>
  }
  readonly images: {
    /**
     * Edit or fuse images by a text. Price: 0.022 to 1.576 USD. `POST /api/v1/images/image2image`
     */
    readonly edit: JobMethod<[body: ImagesEditRequest | ImagesEditForm], Paid<{
      id: string
      created: number
      data: DataItemOfImagesEditReply[]
      price?: Price
      payment?: PaymentOfImagesEditReply
    } | {
      id: string
      created: number
      data?: DataItemOfImagesEditReply[]
      price?: Price
      payment?: PaymentOfImagesEditReply
    }>, AudioGenerateAccepted & {
      size?: string
      n?: number
      response_format?: 'b64_json'
    } | {
      id: string
      object: string
      status: 'queued' | 'in_progress' | 'completed' | 'failed'
      model?: string
      payment_status: 'verified'
      note: string
    }>
    readonly openai: {
      /**
       * Edit or fuse images by a text, as OpenAI's clients ask for it. Price: 0.022 to 1.576 USD.
       * `POST /v1/images/edits`
       */
      readonly edit: JobMethod<[body: Open<ImagesOpenaiEditRequest | ImagesOpenaiEditForm>], Paid<{
        id: string
        created: number
        data: DataItemOfImagesEditReply[]
        price?: Price
        payment?: PaymentOfImagesEditReply
      } | {
        id: string
        created: number
        data?: DataItemOfImagesEditReply[]
        price?: Price
        payment?: PaymentOfImagesEditReply
      }>, AudioGenerateAccepted & {
        size?: string
        n?: number
        response_format?: 'b64_json'
      } | {
        id: string
        object: string
        status: 'queued' | 'in_progress' | 'completed' | 'failed'
        model?: string
        payment_status: 'verified'
        note: string
      }>
      /**
       * Generate images from text, as OpenAI's clients ask for it. Price: 0.01675 to 1.576 USD.
       * `POST /v1/images/generations`
       */
      readonly generate: JobMethod<[body: Open<ImagesOpenaiGenerateRequest>], Paid<{
        id: string
        created: number
        data: DataItemOfImagesEditReply[]
        price?: Price
        payment?: PaymentOfImagesEditReply
      } | {
        id: string
        created: number
        data?: DataItemOfImagesEditReply[]
        price?: Price
        payment?: PaymentOfImagesEditReply
      }>, AudioGenerateAccepted & {
        size?: string
        n?: number
        response_format?: 'b64_json'
      } | {
        id: string
        object: string
        status: 'queued' | 'in_progress' | 'completed' | 'failed'
        model?: string
        payment_status: 'verified'
        note: string
      }>
    }
    /** Generate images from text. Price: 0.01675 to 1.576 USD. `POST /api/v1/images/generations` */
    readonly generate: JobMethod<[body: ImagesGenerateRequest], Paid<{
      id: string
      created: number
      data: DataItemOfImagesEditReply[]
      price?: Price
      payment?: PaymentOfImagesEditReply
    } | {
      id: string
      created: number
      data?: DataItemOfImagesEditReply[]
      price?: Price
      payment?: PaymentOfImagesEditReply
    }>, AudioGenerateAccepted & {
      size?: string
      n?: number
      response_format?: 'b64_json'
    } | {
      id: string
      object: string
      status: 'queued' | 'in_progress' | 'completed' | 'failed'
      model?: string
      payment_status: 'verified'
      note: string
    }>
    readonly models: {
      /**
       * Image models with their catalog rates per size. Free, at most 100 an hour. `GET
       * /api/v1/images/models`
       */
      readonly list: FreeMethod<[], {
        object: 'list'
        data: {
          id: string
          object: 'model'
          created: number
          owned_by: string
          name: string
          description: string
          billing_mode: string
          categories: ('image')[]
          pricing: {
            sizes: {
              size: string
              price: number
            }[]
          }
        }[]
      }>
    }
  }
  readonly audio: {
    /** Generate a song from text. Price: 0.1585 USD. `POST /api/v1/audio/generations` */
    readonly generate: JobMethod<[body: AudioGenerateRequest], Paid<{
      created: number
      data: {
        url?: string
        duration_seconds?: number
        lyrics?: string
      }[]
      model?: string
    } | {
      id: string
      object: string
      status: 'completed'
      model?: string
      created: number
      data: {
        url?: string
        duration_seconds?: number
        lyrics?: unknown
      }[]
      price?: Price
      payment?: PaymentOfImagesEditReply
    }>, AudioGenerateAccepted | {
      id: string
      object: string
      status: 'queued' | 'in_progress' | 'completed' | 'failed'
      model?: string
      payment_status: 'verified'
      note: string
    }>
    readonly models: {
      /**
       * Music models with their catalog rates per track. Free, at most 100 an hour. `GET
       * /api/v1/audio/models`
       */
      readonly list: FreeMethod<[], {
        object: 'list'
        data: {
          id: string
          object: 'model'
          created: number
          owned_by: string
          name: string
          description: string
          billing_mode: string
          categories: ('audio')[]
          pricing: {
            per_track: number
          }
          supports_lyrics: boolean
          supports_instrumental: boolean
        }[]
      }>
    }
    readonly speech: {
      /** Speak a text. Price: 0.002 to 2.101 USD. `POST /api/v1/audio/speech` */
      readonly create: PaidMethod<[body: AudioSpeechCreateRequest], Paid<{
        created: number
        model: string
        data: {
          url?: string
          format?: 'mp3' | 'opus' | 'pcm' | 'wav'
          characters?: number
        }[]
      } | Blob>>
      readonly openai: {
        /**
         * Speak a text, as OpenAI's clients ask for it. Price: 0.002 to 2.101 USD. `POST
         * /v1/audio/speech`
         */
        readonly create: PaidMethod<[body: Open<AudioSpeechOpenaiCreateRequest>], Paid<Blob>>
      }
    }
    readonly soundEffects: {
      /** Make a sound from a text. Price: 0.052 USD. `POST /api/v1/audio/sound-effects` */
      readonly create: PaidMethod<[body: AudioSoundEffectsCreateRequest], Paid<{
        created: number
        model: string
        data: {
          url?: string
          format?: 'mp3' | 'opus' | 'pcm'
        }[]
      } | Blob>>
    }
    readonly voices: {
      /** Voices for text to speech. Free, at most 100 an hour. `GET /api/v1/audio/voices` */
      readonly list: FreeMethod<[], {
        object: 'list'
        endpoint: string
        note: string
        data: {
          voice_id: string
          name: string
          category: string
          labels: {
            gender: string
            accent: string
            use_case: string
          }
          alias: string
        }[]
      }>
    }
  }
  readonly videos: {
    /**
     * Generate a video from a text or pictures. Price: 0.052 to 30.658951 USD. `POST
     * /api/v1/videos/generations`
     */
    readonly generate: JobMethod<[body: VideosGenerateRequest], Paid<{
      id: string
      created: number
      data: {
        /** Address of the file */
        url: string
        /** Address from which it was copied */
        source_url?: string
        /** Whether `url` is a lasting copy */
        backed_up?: boolean
        duration_seconds: number
        request_id: string
        last_frame_url?: unknown
      }[]
      price?: Price
      payment?: PaymentOfImagesEditReply
      object: string
      status: 'completed'
      model?: string
      usage?: {
        total_tokens: number
      }
    }>, AudioGenerateAccepted & {
      duration_seconds?: number
      expected_time: string
    } | {
      id: string
      object: string
      status: 'queued' | 'in_progress' | 'completed' | 'failed'
      model?: string
      payment_status: 'verified'
      note: string
    }>
    /** Generate a video from content parts. Price: 0.052 to 30.658951 USD. `POST /api/v1/videos` */
    readonly create: JobMethod<[body: Open<VideosCreateRequest>], Paid<{
      id: string
      created: number
      data: {
        /** Address of the file */
        url: string
        /** Address from which it was copied */
        source_url?: string
        /** Whether `url` is a lasting copy */
        backed_up?: boolean
        duration_seconds: number
        request_id: string
        last_frame_url?: unknown
      }[]
      price?: Price
      payment?: PaymentOfImagesEditReply
      object: string
      status: 'completed'
      model?: string
      usage?: {
        total_tokens: number
      }
    }>, AudioGenerateAccepted & {
      duration_seconds?: number
      expected_time: string
    } | {
      id: string
      object: string
      status: 'queued' | 'in_progress' | 'completed' | 'failed'
      model?: string
      payment_status: 'verified'
      note: string
    }>
    readonly models: {
      /**
       * Video models with their catalog rates and durations. Free, at most 100 an hour. `GET
       * /api/v1/video/models`
       */
      readonly list: FreeMethod<[], {
        object: 'list'
        data: {
          id: string
          object: 'model'
          created: number
          owned_by: string
          name: string
          description: string
          billing_mode: 'per_second' | 'per_resolution' | 'tokens'
          categories: ('video')[]
          durations: number[]
          default_duration_seconds: number
          resolutions: string[]
          default_resolution?: string
          aspect_ratios: string[]
          supports_image_input: boolean
          supports_audio: boolean
          supports_face_asset: boolean
          supports_last_frame: boolean
          supports_reference_images: boolean
          pricing: {
            per_second?: number
            at?: string
            per_million_tokens?: number
            per_second_by_resolution?: Record<string, number>
            per_generation?: number
          }
        }[]
      }>
    }
  }
  readonly realface: {
    /**
     * Begin to enroll a face, or get a fresh link for the phone. Free, at most 10 an hour. `POST
     * /api/v1/realface/init`
     */
    readonly init: FreeMethod<[body: RealfaceInitRequest], {
      object: 'realface.init'
      group_id: string
      h5_link: string
      status: 'active' | 'pending_validation'
      expires_in_seconds: number
      next_steps: ('Open h5_link on a phone within 120 seconds and record a short video with a nod and a blink.' | 'Poll GET /api/v1/realface/status?groupId=<group_id> every 3 to 5 seconds until ready_to_finalize is true.' | 'Send name, image_url and group_id to POST /api/v1/realface/enroll.')[]
    }>
    /**
     * Whether the check on the phone is done. Free, at most 120 an hour. `GET
     * /api/v1/realface/status`
     */
    readonly status: FreeMethod<[params: {
      groupId: string
    }], {
      object: 'realface.status'
      group_id: string
      status: 'active' | 'pending_validation'
      asset_count: number
      ready_to_finalize: boolean
    }>
    /**
     * Enroll the face of a checked person for video. Price: 0.011 USD. `POST
     * /api/v1/realface/enroll`
     */
    readonly enroll: PaidMethod<[body: RealfaceEnrollRequest], Paid<{
      object: 'realface'
      asset_id: string
      group_id: string
      provider_asset_id: string
      name: string
      image_url: string
      created_at: string
      usage: UsageOfRealfaceEnrollReply
      price?: Price
      settlement: Settlement
    }>>
  }
  readonly portrait: {
    /** Enroll an AI character for video. Price: 0.011 USD. `POST /api/v1/portrait/enroll` */
    readonly enroll: PaidMethod<[body: PortraitEnrollRequest], Paid<{
      object: 'virtual_portrait'
      asset_id: string
      group_id: string
      name: string
      image_url: string
      created_at: string
      usage: UsageOfRealfaceEnrollReply
      price?: Price
      settlement: Settlement
    }>>
  }
  readonly wallet: {
    /**
     * The faces that a wallet has enrolled. Free, at most 120 an hour. `GET
     * /api/v1/wallet/{address}/realfaces`
     */
    readonly realfaces: FreeMethod<[params: {
      address: string
      /** leaves out the oldest; lists have 1,000 at most */
      skip?: number
    }], {
      wallet: string
      realfaces: {
        assetId: string
        name: string
        imageUrl: string
        createdAt: string
        enrollmentTxHash?: string
        providerAssetId: string
      }[]
      count: number
    }>
    /**
     * The AI characters that a wallet has enrolled. Free, at most 120 an hour. `GET
     * /api/v1/wallet/{address}/portraits`
     */
    readonly portraits: FreeMethod<[params: {
      address: string
      /** leaves out the oldest; lists have 1,000 at most */
      skip?: number
    }], {
      wallet: string
      portraits: {
        assetId: string
        groupId: string
        name: string
        imageUrl: string
        createdAt: string
        enrollmentTxHash?: string
      }[]
      count: number
    }>
    /**
     * What a wallet holds of the token that this gateway is paid in. Free, at most 120 an hour.
     * `GET /api/v1/balance`
     */
    readonly balance: FreeMethod<[params: {
      /** the wallet, as the network writes addresses */
      address: string
    }], {
      address: string
      network: string
      asset: string
      balance: string
      balance_micro: number
    }>
  }
  readonly venueA: {
    /**
     * Fund a deposit wallet at venue A without gas. Price: 0.011 USD. `POST /api/v1/venue-a/fund`
     */
    readonly fund: PaidMethod<[body: VenueAFundRequest], Paid<{
      success: boolean
      funded: boolean
      creditPending: boolean
      status: 'deposit_submitted'
      deposit: {
        txHash: string
        amountUsd: string
        recipient: string
        network: string
      }
      fee: {
        amountUsd: string
        txHash?: string
        settled: boolean
      }
      note: string
    }>>
  }
  readonly phone: {
    readonly numbers: {
      /**
       * Lease a telephone number for 30 days. Price: 5.001 USD. `POST /api/v1/phone/numbers/buy`
       */
      readonly buy: PaidMethod<[body: PhoneNumbersBuyRequest], Paid<{
        phone_number: string
        expires_at: string
        chain: string
        message: string
      }>>
      /** Lease a number for 30 more days. Price: 5.001 USD. `POST /api/v1/phone/numbers/renew` */
      readonly renew: PaidMethod<[body: PhoneNumbersRenewRequest], Paid<{
        phone_number: string
        expires_at: string
      }>>
      /** The numbers of the calling wallet. Price: 0.002 USD. `POST /api/v1/phone/numbers/list` */
      readonly list: PaidMethod<[body: PhoneNumbersListRequest], Paid<{
        numbers: {
          phone_number: string
          chain: string
          expires_at: string
          active: boolean
        }[]
        count: number
      }>>
      /**
       * Give a number back. Price: 0 USD; the signature names the wallet. `POST
       * /api/v1/phone/numbers/release`
       */
      readonly release: PaidMethod<[body: PhoneNumbersRenewRequest], Paid<{
        released: boolean
        phone_number: string
      }>>
    }
    /**
     * Carrier and line type of a telephone number. Price: 0.011 USD. `POST /api/v1/phone/lookup`
     */
    readonly lookup: PaidMethod<[body: PhoneLookupRequest], Paid<PhoneLookupReply>> & {
      /**
       * Carrier and line type of a telephone number, and whether its SIM was swapped or its calls
       * are forwarded. Price: 0.051 USD. `POST /api/v1/phone/lookup/fraud`
       */
      readonly fraud: PaidMethod<[body: PhoneLookupRequest], Paid<PhoneLookupReply & {
        sim_swap?: {
          last_sim_swap: {
            last_sim_swap_date: string
            swapped_period: string
            swapped_in_period: boolean
          }
          carrier_name: string
          mobile_country_code: string
          mobile_network_code: string
          error_code: unknown
        }
        call_forwarding?: {
          call_forwarding_enabled: boolean
          error_code: unknown
        }
      }>>
    }
  }
  readonly voice: {
    /** Let an AI make a telephone call. Price: 0.541 USD. `POST /api/v1/voice/call` */
    readonly call: PaidMethod<[body: VoiceCallRequest], Paid<{
      call_id: string
      status: 'queued'
      poll_url: string
      message: string
    }>> & {
      /**
       * The state and the transcript of a call. Free, at most 300 a minute. `GET
       * /api/v1/voice/call/{call_id}`
       */
      readonly get: FreeMethod<[params: {
        call_id: string
      }], {
        price?: unknown
        metadata?: unknown
        call_id: string
        status: string
        transcript: {
          role: 'user' | 'assistant'
          text: string
        }[]
        ended_by: string
        ended_by_reason?: string
        to?: string
        from?: string
        created_at?: string
        completed?: boolean
        /** minutes */
        call_length?: number
        answered_by?: string | null
        error_message?: string | null
        summary?: string | null
      }>
    }
  }
  readonly chat: {
    readonly completions: {
      /**
       * Chat completions, OpenAI-compatible. Price: from 0.001 USD, quoted per request, some calls
       * free. `POST /api/v1/chat/completions`
       */
      readonly create: PaidMethod<[body: Open<ChatCompletionsCreateRequest> & { stream?: false }], MaybePaid<OpenaiChatReply>> & StreamMethod<[body: Open<ChatCompletionsCreateRequest> & { stream: true }], {
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
        usage?: Usage
        citations?: string[]
        cost?: Cost
        payment?: Payment
      }>
    }
    readonly withModel: {
      /**
       * Chat completions with the model in the path. Price: from 0.001 USD, quoted per request,
       * some calls free. `POST /api/v1/chat/*`
       */
      readonly create: PaidMethod<[params: {
        /** Its slashes are not encoded. */
        rest: ChatId
      }, body: Open<ChatWithModelCreateRequest> & { stream?: false }], MaybePaid<OpenaiChatReply>> & StreamMethod<[params: {
        /** Its slashes are not encoded. */
        rest: ChatId
      }, body: Open<ChatWithModelCreateRequest> & { stream: true }], {
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
        usage?: Usage
        citations?: string[]
        cost?: Cost
        payment?: Payment
      }>
    }
  }
  readonly messages: {
    /**
     * Messages, Anthropic-compatible. Price: from 0.001 USD, quoted per request, some calls free.
     * `POST /api/v1/messages`
     */
    readonly create: PaidMethod<[body: Open<MessagesCreateRequest> & { stream?: false }], MaybePaid<AnthropicMessagesReply>> & StreamMethod<[body: Open<MessagesCreateRequest> & { stream: true }], {
      type: 'message_start'
      message: {
        id: string
        type: 'message'
        role: 'assistant'
        model: string
        content: ContentItem[]
        stop_reason: null
        stop_sequence: string | null
        usage: UsageOfAnthropicMessagesReply
      }
    } | {
      type: 'content_block_start'
      index: number
      content_block: ContentItem
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
      payment?: Payment
    } | {
      type: 'message_stop'
    }>
    /**
     * How many tokens a message has, as its price counts them. Free, at most 120 a minute. `POST
     * /api/v1/messages/count_tokens`
     */
    readonly countTokens: FreeMethod<[body: Open<MessagesCountTokensRequest>], MessagesCountTokensReply>
  }
  readonly responses: {
    /**
     * OpenAI-compatible responses, with tools and reasoning together. Price: from 0.002 USD, quoted
     * per request. `POST /api/v1/responses`
     */
    readonly create: PaidMethod<[body: Open<ResponsesCreateRequest> & { stream?: false }], Paid<OpenaiResponsesReply>> & StreamMethod<[body: Open<ResponsesCreateRequest> & { stream: true }], OpenaiResponsesEvent>
    /**
     * A background response, or its events from any point on. Free, at most 600 a minute. `GET
     * /v1/responses/{id}`
     */
    readonly get: FreeMethod<[params: {
      id: string
      /** as server-sent events */
      stream?: boolean
      /** only events with a higher sequence_number */
      starting_after?: number
    }], OpenaiResponsesReply>
    /**
     * Cancel a background response. Free, at most 600 a minute. `POST /v1/responses/{id}/cancel`
     */
    readonly cancel: FreeMethod<[params: {
      id: string
    }], ResponsesCancelReply>
    /**
     * How many tokens a request has, as its price counts them. Free, at most 120 a minute. `POST
     * /v1/responses/input_tokens`
     */
    readonly countTokens: FreeMethod<[body: Open<ResponsesCountTokensRequest>], ResponsesCountTokensReply>
  }
  /**
   * Search the web and the news now, and sum up what was found. Price: 0.02725 to 1.3135 USD. `POST
   * /api/v1/search`
   */
  readonly search: PaidMethod<[body: SearchRequest], Paid<{
    query: string
    summary: string
    citations: string[]
    sources_used: number
    model?: 'vendorC/think-5-fast'
  }>>
  readonly models: {
    /** Every model on sale, with prices. Free, at most 100 an hour. `GET /api/v1/models` */
    readonly list: FreeMethod<[], ModelsListReply>
    /** One model on sale, with its prices. Free, at most 100 an hour. `GET /api/v1/models/*` */
    readonly get: FreeMethod<[params: {
      /** Its slashes are not encoded. */
      rest: string
    }], ModelsGetReply>
  }
  /**
   * The exact price of a call, line by line, without making it. Free, at most 600 a minute. `POST
   * /api/v1/quote`
   */
  readonly quote: FreeMethod<[body: QuoteRequest], {
    method: string
    path: string
    /** true if the call needs no payment; the call was not made */
    free: boolean
    /** USD, in six decimals */
    price: string
    /** the same in millionths of a USD */
    amount_micro: number
    currency: string
    /** how the price is made up; the totals add up to the price, to the last digit */
    lines: QuoteLine[]
    /** until when a payment of this amount is accepted, even if prices change */
    valid_until?: string
    /** hash of the catalog that quoted it */
    catalog: string
    /** how to pay it, as in the 402 of the call */
    accepts: (Record<string, unknown>)[]
    /** probable mistakes in the request */
    warnings?: string[]
  }>
  /**
   * Search, quote, buy and poll from MCP clients (Streamable HTTP). Free, at most 600 a minute.
   * `POST /mcp`
   */
  readonly mcp: FreeMethod<[body: McpRequest], McpReply> & {
    /**
     * The same as /mcp, with every endpoint as a tool of its own. Free, at most 600 a minute. `POST
     * /mcp/all`
     */
    readonly all: FreeMethod<[body: McpRequest], McpReply>
  }
  /**
   * What became of a signed payment (quoted, held, settling, charged, refused or released), with a
   * signed proof if it was never charged. Free, at most 300 a minute. `GET
   * /api/v1/purchases/{nonce}`
   */
  readonly purchases: FreeMethod<[params: {
    nonce: string
    /** the wallet that signed it; needed on EVM chains */
    payer?: string
  }], {
    object: 'purchase'
    nonce: string
    /**
     * quoted - signed, unused; held - a call works for it; settling - not certain yet; refused -
     * not paid, and can still be sent; released - not paid
     */
    status: 'quoted' | 'held' | 'settling' | 'charged' | 'refused' | 'released'
    payer: string
    network: string
    scheme: string
    asset: string
    /** what was signed, in the notation of `accepts` */
    amount: string
    charged?: string
    transaction?: string
    charged_at?: string
    /** when it can no longer be charged */
    valid_until?: string
    proof?: {
      format: string
      /** JWS by a key of /.well-known/jwks.json: never-charged */
      signature: string
    }
  }> & {
    /**
     * What a wallet has bought here, for the wallet itself (sign-in-with-x). Free, at most 300 a
     * minute. `GET /api/v1/purchases`
     */
    readonly get: FreeMethod<[params?: {
      /** the month in UTC; by default the present one */
      month?: string
      /** how many to skip, oldest first */
      skip?: number
      /** at most this many */
      limit?: number
    }], {
      object: 'list'
      wallet: string
      month: string
      data: {
        at: string
        status: string
        nonce?: string
        route: string
        model?: string
        network: string
        scheme: string
        quoted_micro_usd: string
        charged_micro_usd: string
        transaction?: string
        /** `X-Request-Id` of the call */
        request?: string
        catalog: string
        usage?: Record<string, number>
        job?: string
      }[]
      /** `skip` of the next page; absent on the last */
      next_skip?: number
    }>
  }
  readonly wellKnown: {
    /** Public keys that sign receipts and offers. Free. `GET /.well-known/jwks.json` */
    readonly jwksJson: FreeMethod<[], {
      keys: {
        kty: string
        crv?: string
        x?: string
        kid: string
        alg?: string
        use?: string
      }[]
    }>
  }
  /** Basic health. Free, at most 60 a minute. `GET /api/health` */
  readonly health: FreeMethod<[], {
    status: string
    ok: boolean
    network: string
    catalog: string
    uptime_seconds: number
  }> & {
    /** Health of everything, in one answer. Free. `GET /api/v1/health/overview` */
    readonly overview: FreeMethod<[], {
      status: string
      ok: boolean
      network: string
      catalog: string
      uptime_seconds: number
      region: string
      store: {
        ok: boolean
        shared: boolean
      }
      chain: HealthChainReply
      models: HealthModelsReply
    }>
    /** Health of the chain and the settlement of payments. Free. `GET /api/v1/health/chain` */
    readonly chain: FreeMethod<[], HealthChainReply>
    /** Which upstreams are configured and answering. Free. `GET /api/v1/health/models` */
    readonly models: FreeMethod<[], HealthModelsReply>
    /** Where this gateway runs. Free. `GET /api/v1/health/regions` */
    readonly regions: FreeMethod<[], {
      status: string
      ok: boolean
      regions: {
        name: string
        status: string
      }[]
    }>
  }
  readonly onramp: {
    /** A link to buy USDC with a card, for a wallet. Free. `POST /v1/onramp/token` */
    readonly token: FreeMethod<[body: OnrampTokenRequest], {
      url: string
    }>
  }
  readonly rpc: {
    /**
     * JSON-RPC on 40 blockchains, one call or a batch. Price: 0.004 to 0.4 USD. `POST
     * /api/v1/rpc/{network}`
     */
    readonly call: PaidMethod<[params: {
      network: RpcId
    }, body: Open<RpcBody>], Paid<RpcCallReply>>
  }
  readonly sandbox: {
    /**
     * Start a Python 3.11 sandbox. Price: 0.009362 to 192.001 USD. `POST /api/v1/sandbox/create`
     */
    readonly create: PaidMethod<[body: SandboxCreateRequest], Paid<{
      sandbox_id: string
      status: 'running'
      created_at: string
      config: {
        image: string
        timeout: number
        cpu: number
        memory: number
        gpu: string | null
      }
    }>>
    /** Run a command in a sandbox. Price: 0.002 USD. `POST /api/v1/sandbox/exec` */
    readonly exec: PaidMethod<[body: SandboxExecRequest], Paid<{
      sandbox_id: string
      stdout: string
      stderr: string
      returncode: number
    }>>
    /** Ask whether a sandbox is running. Price: 0.002 USD. `POST /api/v1/sandbox/status` */
    readonly status: PaidMethod<[body: SandboxStatusRequest], Paid<{
      sandbox_id: string
      status: string
      returncode: unknown
    }>>
    /** End a sandbox. Price: 0.002 USD. `POST /api/v1/sandbox/terminate` */
    readonly terminate: PaidMethod<[body: SandboxStatusRequest], Paid<{
      sandbox_id: string
      status: 'terminated'
    }>>
    /** List the endpoints of sandboxes, in a 402. Not Found. `GET /api/v1/sandbox/*` */
    readonly get: FreeMethod<[params: {
      /** Its slashes are not encoded. */
      rest: string
    }], {
      error?: string
    }>
  }
}

/** Makes a client. It sends nothing until a method is called. */
export declare function createClient(settings: Settings): Farebox
