// Code generated from catalog/data/pm.routes.yaml by "npm run generate". DO NOT EDIT.
import type { Json } from '../../runtime/contract.ts'

/** GET /api/v1/pm/venue-a/markets */
export const getPmVenueAMarketsDiscovery: Json = {
  info: { input: { type: 'http', method: 'GET', queryParams: {} }, output: { type: 'json' } },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'http' },
          method: { type: 'string', enum: ['GET'] },
          queryParams: {
            type: 'object',
            properties: {
              search: { type: 'string', minLength: 3, maxLength: 100 },
              status: { type: 'string', enum: ['active', 'closed', 'archived'] },
              sort: { type: 'string', enum: ['volume', 'liquidity', 'created'] },
              limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
              pagination_key: { type: 'string' },
              event_slug: { type: 'string' },
              market_slug: { type: 'string' },
            },
          },
        },
        required: ['type', 'method'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
}

/** GET /api/v1/pm/venue-a/markets/keyset */
export const getPmVenueAMarketsKeysetDiscovery: Json = {
  info: { input: { type: 'http', method: 'GET', queryParams: {} }, output: { type: 'json' } },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'http' },
          method: { type: 'string', enum: ['GET'] },
          queryParams: { type: 'object', properties: {} },
        },
        required: ['type', 'method'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
}

/** GET /api/v1/pm/venue-a/events */
export const getPmVenueAEventsDiscovery: Json = {
  info: { input: { type: 'http', method: 'GET', queryParams: {} }, output: { type: 'json' } },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'http' },
          method: { type: 'string', enum: ['GET'] },
          queryParams: { type: 'object', properties: { slug: { type: 'string' } } },
        },
        required: ['type', 'method'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
}

/** GET /api/v1/pm/venue-a/events/keyset */
export const getPmVenueAEventsKeysetDiscovery: Json = {
  info: { input: { type: 'http', method: 'GET', queryParams: {} }, output: { type: 'json' } },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'http' },
          method: { type: 'string', enum: ['GET'] },
          queryParams: { type: 'object', properties: {} },
        },
        required: ['type', 'method'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
}

/** GET /api/v1/pm/venue-a/crypto-updown */
export const getPmVenueACryptoUpdownDiscovery: Json = {
  info: { input: { type: 'http', method: 'GET', queryParams: {} }, output: { type: 'json' } },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'http' },
          method: { type: 'string', enum: ['GET'] },
          queryParams: { type: 'object', properties: {} },
        },
        required: ['type', 'method'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
}

/** GET /api/v1/pm/venue-a/market-price/{token_id} */
export const getPmVenueAMarketPriceTokenIdDiscovery: Json = {
  info: {
    input: { type: 'http', method: 'GET', queryParams: {}, pathParams: { token_id: '{token_id}' } },
    output: { type: 'json' },
  },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'http' },
          method: { type: 'string', enum: ['GET'] },
          queryParams: { type: 'object', properties: {} },
          pathParams: {
            type: 'object',
            properties: { token_id: { type: 'string' } },
            required: ['token_id'],
          },
        },
        required: ['type', 'method'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
  routeTemplate: '/api/v1/pm/venue-a/market-price/:token_id',
}

/** GET /api/v1/pm/venue-a/candlesticks/{condition_id} */
export const getPmVenueACandlesticksConditionIdDiscovery: Json = {
  info: {
    input: {
      type: 'http',
      method: 'GET',
      queryParams: {},
      pathParams: { condition_id: '{condition_id}' },
    },
    output: { type: 'json' },
  },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'http' },
          method: { type: 'string', enum: ['GET'] },
          queryParams: { type: 'object', properties: {} },
          pathParams: {
            type: 'object',
            properties: { condition_id: { type: 'string' } },
            required: ['condition_id'],
          },
        },
        required: ['type', 'method'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
  routeTemplate: '/api/v1/pm/venue-a/candlesticks/:condition_id',
}

/** GET /api/v1/pm/venue-a/candlesticks/token/{token_id} */
export const getPmVenueACandlesticksTokenTokenIdDiscovery: Json = {
  info: {
    input: { type: 'http', method: 'GET', queryParams: {}, pathParams: { token_id: '{token_id}' } },
    output: { type: 'json' },
  },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'http' },
          method: { type: 'string', enum: ['GET'] },
          queryParams: { type: 'object', properties: {} },
          pathParams: {
            type: 'object',
            properties: { token_id: { type: 'string' } },
            required: ['token_id'],
          },
        },
        required: ['type', 'method'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
  routeTemplate: '/api/v1/pm/venue-a/candlesticks/token/:token_id',
}

/** GET /api/v1/pm/venue-a/volume-chart/{condition_id} */
export const getPmVenueAVolumeChartConditionIdDiscovery: Json = {
  info: {
    input: {
      type: 'http',
      method: 'GET',
      queryParams: {},
      pathParams: { condition_id: '{condition_id}' },
    },
    output: { type: 'json' },
  },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'http' },
          method: { type: 'string', enum: ['GET'] },
          queryParams: { type: 'object', properties: {} },
          pathParams: {
            type: 'object',
            properties: { condition_id: { type: 'string' } },
            required: ['condition_id'],
          },
        },
        required: ['type', 'method'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
  routeTemplate: '/api/v1/pm/venue-a/volume-chart/:condition_id',
}

/** GET /api/v1/pm/venue-a/orderbooks */
export const getPmVenueAOrderbooksDiscovery: Json = {
  info: { input: { type: 'http', method: 'GET', queryParams: {} }, output: { type: 'json' } },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'http' },
          method: { type: 'string', enum: ['GET'] },
          queryParams: { type: 'object', properties: {} },
        },
        required: ['type', 'method'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
}

/** GET /api/v1/pm/venue-a/trades */
export const getPmVenueATradesDiscovery: Json = {
  info: { input: { type: 'http', method: 'GET', queryParams: {} }, output: { type: 'json' } },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'http' },
          method: { type: 'string', enum: ['GET'] },
          queryParams: { type: 'object', properties: {} },
        },
        required: ['type', 'method'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
}

/** GET /api/v1/pm/venue-a/activity */
export const getPmVenueAActivityDiscovery: Json = {
  info: { input: { type: 'http', method: 'GET', queryParams: {} }, output: { type: 'json' } },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'http' },
          method: { type: 'string', enum: ['GET'] },
          queryParams: { type: 'object', properties: {} },
        },
        required: ['type', 'method'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
}

/** GET /api/v1/pm/venue-a/markets/{token_id}/volume */
export const getPmVenueAMarketsTokenIdVolumeDiscovery: Json = {
  info: {
    input: { type: 'http', method: 'GET', queryParams: {}, pathParams: { token_id: '{token_id}' } },
    output: { type: 'json' },
  },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'http' },
          method: { type: 'string', enum: ['GET'] },
          queryParams: { type: 'object', properties: {} },
          pathParams: {
            type: 'object',
            properties: { token_id: { type: 'string' } },
            required: ['token_id'],
          },
        },
        required: ['type', 'method'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
  routeTemplate: '/api/v1/pm/venue-a/markets/:token_id/volume',
}

/** GET /api/v1/pm/venue-a/markets/{condition_id}/open_interest */
export const getPmVenueAMarketsConditionIdOpenInterestDiscovery: Json = {
  info: {
    input: {
      type: 'http',
      method: 'GET',
      queryParams: {},
      pathParams: { condition_id: '{condition_id}' },
    },
    output: { type: 'json' },
  },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'http' },
          method: { type: 'string', enum: ['GET'] },
          queryParams: { type: 'object', properties: {} },
          pathParams: {
            type: 'object',
            properties: { condition_id: { type: 'string' } },
            required: ['condition_id'],
          },
        },
        required: ['type', 'method'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
  routeTemplate: '/api/v1/pm/venue-a/markets/:condition_id/open_interest',
}

/** GET /api/v1/pm/venue-a/positions */
export const getPmVenueAPositionsDiscovery: Json = {
  info: { input: { type: 'http', method: 'GET', queryParams: {} }, output: { type: 'json' } },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'http' },
          method: { type: 'string', enum: ['GET'] },
          queryParams: { type: 'object', properties: {} },
        },
        required: ['type', 'method'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
}

/** GET /api/v1/pm/venue-a/leaderboard */
export const getPmVenueALeaderboardDiscovery: Json = {
  info: { input: { type: 'http', method: 'GET', queryParams: {} }, output: { type: 'json' } },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'http' },
          method: { type: 'string', enum: ['GET'] },
          queryParams: { type: 'object', properties: {} },
        },
        required: ['type', 'method'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
}

/** GET /api/v1/pm/venue-a/leaderboard/market/{condition_id} */
export const getPmVenueALeaderboardMarketConditionIdDiscovery: Json = {
  info: {
    input: {
      type: 'http',
      method: 'GET',
      queryParams: {},
      pathParams: { condition_id: '{condition_id}' },
    },
    output: { type: 'json' },
  },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'http' },
          method: { type: 'string', enum: ['GET'] },
          queryParams: { type: 'object', properties: {} },
          pathParams: {
            type: 'object',
            properties: { condition_id: { type: 'string' } },
            required: ['condition_id'],
          },
        },
        required: ['type', 'method'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
  routeTemplate: '/api/v1/pm/venue-a/leaderboard/market/:condition_id',
}

/** GET /api/v1/pm/venue-a/cohorts/stats */
export const getPmVenueACohortsStatsDiscovery: Json = {
  info: { input: { type: 'http', method: 'GET', queryParams: {} }, output: { type: 'json' } },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'http' },
          method: { type: 'string', enum: ['GET'] },
          queryParams: { type: 'object', properties: {} },
        },
        required: ['type', 'method'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
}

/** GET /api/v1/pm/venue-a/market/{condition_id}/top-holders */
export const getPmVenueAMarketConditionIdTopHoldersDiscovery: Json = {
  info: {
    input: {
      type: 'http',
      method: 'GET',
      queryParams: {},
      pathParams: { condition_id: '{condition_id}' },
    },
    output: { type: 'json' },
  },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'http' },
          method: { type: 'string', enum: ['GET'] },
          queryParams: { type: 'object', properties: {} },
          pathParams: {
            type: 'object',
            properties: { condition_id: { type: 'string' } },
            required: ['condition_id'],
          },
        },
        required: ['type', 'method'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
  routeTemplate: '/api/v1/pm/venue-a/market/:condition_id/top-holders',
}

/** GET /api/v1/pm/venue-a/market/{condition_id}/smart-money */
export const getPmVenueAMarketConditionIdSmartMoneyDiscovery: Json = {
  info: {
    input: {
      type: 'http',
      method: 'GET',
      queryParams: {},
      pathParams: { condition_id: '{condition_id}' },
    },
    output: { type: 'json' },
  },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'http' },
          method: { type: 'string', enum: ['GET'] },
          queryParams: { type: 'object', properties: {} },
          pathParams: {
            type: 'object',
            properties: { condition_id: { type: 'string' } },
            required: ['condition_id'],
          },
        },
        required: ['type', 'method'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
  routeTemplate: '/api/v1/pm/venue-a/market/:condition_id/smart-money',
}

/** GET /api/v1/pm/venue-a/markets/smart-activity */
export const getPmVenueAMarketsSmartActivityDiscovery: Json = {
  info: { input: { type: 'http', method: 'GET', queryParams: {} }, output: { type: 'json' } },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'http' },
          method: { type: 'string', enum: ['GET'] },
          queryParams: { type: 'object', properties: {} },
        },
        required: ['type', 'method'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
}

/** GET /api/v1/pm/venue-a/wallet/{wallet} */
export const getPmVenueAWalletWalletDiscovery: Json = {
  info: {
    input: { type: 'http', method: 'GET', queryParams: {}, pathParams: { wallet: '{wallet}' } },
    output: { type: 'json' },
  },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'http' },
          method: { type: 'string', enum: ['GET'] },
          queryParams: { type: 'object', properties: {} },
          pathParams: {
            type: 'object',
            properties: { wallet: { type: 'string' } },
            required: ['wallet'],
          },
        },
        required: ['type', 'method'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
  routeTemplate: '/api/v1/pm/venue-a/wallet/:wallet',
}

/** GET /api/v1/pm/venue-a/wallet/{wallet}/markets */
export const getPmVenueAWalletWalletMarketsDiscovery: Json = {
  info: {
    input: { type: 'http', method: 'GET', queryParams: {}, pathParams: { wallet: '{wallet}' } },
    output: { type: 'json' },
  },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'http' },
          method: { type: 'string', enum: ['GET'] },
          queryParams: { type: 'object', properties: {} },
          pathParams: {
            type: 'object',
            properties: { wallet: { type: 'string' } },
            required: ['wallet'],
          },
        },
        required: ['type', 'method'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
  routeTemplate: '/api/v1/pm/venue-a/wallet/:wallet/markets',
}

/** GET /api/v1/pm/venue-a/wallet/{wallet}/similar */
export const getPmVenueAWalletWalletSimilarDiscovery: Json = {
  info: {
    input: { type: 'http', method: 'GET', queryParams: {}, pathParams: { wallet: '{wallet}' } },
    output: { type: 'json' },
  },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'http' },
          method: { type: 'string', enum: ['GET'] },
          queryParams: { type: 'object', properties: {} },
          pathParams: {
            type: 'object',
            properties: { wallet: { type: 'string' } },
            required: ['wallet'],
          },
        },
        required: ['type', 'method'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
  routeTemplate: '/api/v1/pm/venue-a/wallet/:wallet/similar',
}

/** GET /api/v1/pm/venue-a/wallet/pnl/{wallet} */
export const getPmVenueAWalletPnlWalletDiscovery: Json = {
  info: {
    input: { type: 'http', method: 'GET', queryParams: {}, pathParams: { wallet: '{wallet}' } },
    output: { type: 'json' },
  },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'http' },
          method: { type: 'string', enum: ['GET'] },
          queryParams: { type: 'object', properties: {} },
          pathParams: {
            type: 'object',
            properties: { wallet: { type: 'string' } },
            required: ['wallet'],
          },
        },
        required: ['type', 'method'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
  routeTemplate: '/api/v1/pm/venue-a/wallet/pnl/:wallet',
}

/** GET /api/v1/pm/venue-a/wallet/positions/{wallet} */
export const getPmVenueAWalletPositionsWalletDiscovery: Json = {
  info: {
    input: { type: 'http', method: 'GET', queryParams: {}, pathParams: { wallet: '{wallet}' } },
    output: { type: 'json' },
  },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'http' },
          method: { type: 'string', enum: ['GET'] },
          queryParams: { type: 'object', properties: {} },
          pathParams: {
            type: 'object',
            properties: { wallet: { type: 'string' } },
            required: ['wallet'],
          },
        },
        required: ['type', 'method'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
  routeTemplate: '/api/v1/pm/venue-a/wallet/positions/:wallet',
}

/** GET /api/v1/pm/venue-a/wallet/volume-chart/{wallet} */
export const getPmVenueAWalletVolumeChartWalletDiscovery: Json = {
  info: {
    input: { type: 'http', method: 'GET', queryParams: {}, pathParams: { wallet: '{wallet}' } },
    output: { type: 'json' },
  },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'http' },
          method: { type: 'string', enum: ['GET'] },
          queryParams: { type: 'object', properties: {} },
          pathParams: {
            type: 'object',
            properties: { wallet: { type: 'string' } },
            required: ['wallet'],
          },
        },
        required: ['type', 'method'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
  routeTemplate: '/api/v1/pm/venue-a/wallet/volume-chart/:wallet',
}

/** GET /api/v1/pm/venue-a/wallets/profiles */
export const getPmVenueAWalletsProfilesDiscovery: Json = {
  info: { input: { type: 'http', method: 'GET', queryParams: {} }, output: { type: 'json' } },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'http' },
          method: { type: 'string', enum: ['GET'] },
          queryParams: { type: 'object', properties: {} },
        },
        required: ['type', 'method'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
}

/** GET /api/v1/pm/venue-a/wallets/filter */
export const getPmVenueAWalletsFilterDiscovery: Json = {
  info: { input: { type: 'http', method: 'GET', queryParams: {} }, output: { type: 'json' } },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'http' },
          method: { type: 'string', enum: ['GET'] },
          queryParams: { type: 'object', properties: {} },
        },
        required: ['type', 'method'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
}

/** GET /api/v1/pm/venue-a/uma/markets */
export const getPmVenueAUmaMarketsDiscovery: Json = {
  info: { input: { type: 'http', method: 'GET', queryParams: {} }, output: { type: 'json' } },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'http' },
          method: { type: 'string', enum: ['GET'] },
          queryParams: { type: 'object', properties: { state: { type: 'string' } } },
        },
        required: ['type', 'method'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
}

/** GET /api/v1/pm/venue-a/uma/market/{condition_id} */
export const getPmVenueAUmaMarketConditionIdDiscovery: Json = {
  info: {
    input: {
      type: 'http',
      method: 'GET',
      queryParams: {},
      pathParams: { condition_id: '{condition_id}' },
    },
    output: { type: 'json' },
  },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'http' },
          method: { type: 'string', enum: ['GET'] },
          queryParams: { type: 'object', properties: {} },
          pathParams: {
            type: 'object',
            properties: { condition_id: { type: 'string' } },
            required: ['condition_id'],
          },
        },
        required: ['type', 'method'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
  routeTemplate: '/api/v1/pm/venue-a/uma/market/:condition_id',
}

/** GET /api/v1/pm/venue-a/wallet/identity/{wallet} */
export const getPmVenueAWalletIdentityWalletDiscovery: Json = {
  info: {
    input: { type: 'http', method: 'GET', queryParams: {}, pathParams: { wallet: '{wallet}' } },
    output: { type: 'json' },
  },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'http' },
          method: { type: 'string', enum: ['GET'] },
          queryParams: { type: 'object', properties: {} },
          pathParams: {
            type: 'object',
            properties: { wallet: { type: 'string' } },
            required: ['wallet'],
          },
        },
        required: ['type', 'method'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
  routeTemplate: '/api/v1/pm/venue-a/wallet/identity/:wallet',
}

/** POST /api/v1/pm/venue-a/wallet/identities */
export const postPmVenueAWalletIdentitiesDiscovery: Json = {
  info: {
    input: {
      type: 'http',
      method: 'POST',
      bodyType: 'json',
      body: { addresses: ['0x0000000000000000000000000000000000000001'] },
    },
    output: { type: 'json' },
  },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'http' },
          method: { type: 'string', enum: ['POST'] },
          bodyType: { type: 'string', enum: ['json'] },
          body: {
            type: 'object',
            properties: {
              addresses: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 200 },
            },
            required: ['addresses'],
          },
        },
        required: ['type', 'method', 'bodyType', 'body'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
}

/** GET /api/v1/pm/venue-a/wallet/{address}/cluster */
export const getPmVenueAWalletAddressClusterDiscovery: Json = {
  info: {
    input: { type: 'http', method: 'GET', queryParams: {}, pathParams: { address: '{address}' } },
    output: { type: 'json' },
  },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'http' },
          method: { type: 'string', enum: ['GET'] },
          queryParams: { type: 'object', properties: {} },
          pathParams: {
            type: 'object',
            properties: { address: { type: 'string' } },
            required: ['address'],
          },
        },
        required: ['type', 'method'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
  routeTemplate: '/api/v1/pm/venue-a/wallet/:address/cluster',
}

/** GET /api/v1/pm/venue-b/markets */
export const getPmVenueBMarketsDiscovery: Json = {
  info: { input: { type: 'http', method: 'GET', queryParams: {} }, output: { type: 'json' } },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'http' },
          method: { type: 'string', enum: ['GET'] },
          queryParams: {
            type: 'object',
            properties: {
              status: { type: 'string', enum: ['open', 'closed'] },
              search: { type: 'string', minLength: 3, maxLength: 100 },
              ticker: { type: 'string' },
              event_ticker: { type: 'string' },
              sort: {
                type: 'string',
                enum: ['volume', 'open_interest', 'price_desc', 'price_asc', 'close_time'],
              },
              limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
              pagination_key: { type: 'string' },
            },
          },
        },
        required: ['type', 'method'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
}

/** GET /api/v1/pm/venue-b/trades */
export const getPmVenueBTradesDiscovery: Json = {
  info: { input: { type: 'http', method: 'GET', queryParams: {} }, output: { type: 'json' } },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'http' },
          method: { type: 'string', enum: ['GET'] },
          queryParams: { type: 'object', properties: {} },
        },
        required: ['type', 'method'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
}

/** GET /api/v1/pm/venue-b/orderbooks */
export const getPmVenueBOrderbooksDiscovery: Json = {
  info: { input: { type: 'http', method: 'GET', queryParams: {} }, output: { type: 'json' } },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'http' },
          method: { type: 'string', enum: ['GET'] },
          queryParams: { type: 'object', properties: {} },
        },
        required: ['type', 'method'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
}

/** GET /api/v1/pm/venue-c/markets */
export const getPmVenueCMarketsDiscovery: Json = {
  info: { input: { type: 'http', method: 'GET', queryParams: {} }, output: { type: 'json' } },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'http' },
          method: { type: 'string', enum: ['GET'] },
          queryParams: { type: 'object', properties: {} },
        },
        required: ['type', 'method'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
}

/** GET /api/v1/pm/venue-c/orderbooks */
export const getPmVenueCOrderbooksDiscovery: Json = {
  info: { input: { type: 'http', method: 'GET', queryParams: {} }, output: { type: 'json' } },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'http' },
          method: { type: 'string', enum: ['GET'] },
          queryParams: { type: 'object', properties: {} },
        },
        required: ['type', 'method'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
}

/** GET /api/v1/pm/venue-d/markets */
export const getPmVenueDMarketsDiscovery: Json = {
  info: { input: { type: 'http', method: 'GET', queryParams: {} }, output: { type: 'json' } },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'http' },
          method: { type: 'string', enum: ['GET'] },
          queryParams: { type: 'object', properties: {} },
        },
        required: ['type', 'method'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
}

/** GET /api/v1/pm/venue-d/orderbooks */
export const getPmVenueDOrderbooksDiscovery: Json = {
  info: { input: { type: 'http', method: 'GET', queryParams: {} }, output: { type: 'json' } },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'http' },
          method: { type: 'string', enum: ['GET'] },
          queryParams: { type: 'object', properties: {} },
        },
        required: ['type', 'method'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
}

/** GET /api/v1/pm/venue-e/markets */
export const getPmVenueEMarketsDiscovery: Json = {
  info: { input: { type: 'http', method: 'GET', queryParams: {} }, output: { type: 'json' } },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'http' },
          method: { type: 'string', enum: ['GET'] },
          queryParams: { type: 'object', properties: {} },
        },
        required: ['type', 'method'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
}

/** GET /api/v1/pm/venue-e/orderbooks */
export const getPmVenueEOrderbooksDiscovery: Json = {
  info: { input: { type: 'http', method: 'GET', queryParams: {} }, output: { type: 'json' } },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'http' },
          method: { type: 'string', enum: ['GET'] },
          queryParams: { type: 'object', properties: {} },
        },
        required: ['type', 'method'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
}

/** GET /api/v1/pm/exchange/candles/{symbol} */
export const getPmExchangeCandlesSymbolDiscovery: Json = {
  info: {
    input: { type: 'http', method: 'GET', queryParams: {}, pathParams: { symbol: '{symbol}' } },
    output: { type: 'json' },
  },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'http' },
          method: { type: 'string', enum: ['GET'] },
          queryParams: {
            type: 'object',
            properties: {
              interval: {
                type: 'string',
                enum: ['1s', '1m', '5m', '15m', '1h', '4h', '1d'],
                default: '1m',
              },
              start_time: { type: 'integer' },
              end_time: { type: 'integer' },
              limit: { type: 'integer', minimum: 1, maximum: 1500, default: 500 },
            },
          },
          pathParams: {
            type: 'object',
            properties: { symbol: { type: 'string' } },
            required: ['symbol'],
          },
        },
        required: ['type', 'method'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
  routeTemplate: '/api/v1/pm/exchange/candles/:symbol',
}

/** GET /api/v1/pm/exchange/ticks/{symbol} */
export const getPmExchangeTicksSymbolDiscovery: Json = {
  info: {
    input: { type: 'http', method: 'GET', queryParams: {}, pathParams: { symbol: '{symbol}' } },
    output: { type: 'json' },
  },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'http' },
          method: { type: 'string', enum: ['GET'] },
          queryParams: { type: 'object', properties: {} },
          pathParams: {
            type: 'object',
            properties: { symbol: { type: 'string' } },
            required: ['symbol'],
          },
        },
        required: ['type', 'method'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
  routeTemplate: '/api/v1/pm/exchange/ticks/:symbol',
}

/** GET /api/v1/pm/markets/search */
export const getPmMarketsSearchDiscovery: Json = {
  info: { input: { type: 'http', method: 'GET', queryParams: {} }, output: { type: 'json' } },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'http' },
          method: { type: 'string', enum: ['GET'] },
          queryParams: {
            type: 'object',
            properties: { q: { type: 'string' }, venue: { type: 'string' } },
          },
        },
        required: ['type', 'method'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
}

/** GET /api/v1/pm/sports/* */
export const getPmSportsRestDiscovery: Json = {
  info: {
    input: { type: 'http', method: 'GET', queryParams: {}, pathParams: { rest: '{rest}' } },
    output: { type: 'json' },
  },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'http' },
          method: { type: 'string', enum: ['GET'] },
          queryParams: { type: 'object', properties: {} },
          pathParams: {
            type: 'object',
            properties: { rest: { type: 'string' } },
            required: ['rest'],
          },
        },
        required: ['type', 'method'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
  routeTemplate: '/api/v1/pm/sports/:rest',
}
