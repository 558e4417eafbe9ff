// Code generated from catalog/people/faces.routes.yaml by "npm run generate". DO NOT EDIT.
import { count, get, iso, items, need, same, say, str } from '../../runtime/formula.ts'
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import {
  facesEnroll, facesGiveBack, facesLook, facesOpen, facesRefresh,
} from '../upstreams/faces.ts'
import type {
  GetRealfaceStatusQuery, GetWalletAddressRealfacesQuery, PostPortraitEnrollBody,
  PostRealfaceEnrollBody, PostRealfaceInitBody, PostRealfaceInitValues,
} from './faces.requests.ts'

/** Members that /api/v1/wallet/{address}/realfaces and one more route share. */
const shared = {
  family: 'people/faces', method: 'GET', aliases: [], prefix: '/api/v1/wallet/{address}',
  tags: ['wallet'], flow: 'free',
  networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'], envelope: 'native',
  challenge: 'after_gates', discovery: 'free', authorization: 300_000, bodyLimit: 1_048_576,
  query: {
    schema: {
      type: 'object',
      properties: {
        skip: {
          type: 'integer', minimum: 0, maximum: 1_000_000, default: 0,
          description: 'leaves out the oldest; lists have 1,000 at most',
        },
      },
    },
    unknown: 'ignore',
  },
  gates: ({ path, hooks }) => {
    if (!hooks.isAddress(path.address)) // catalog/people/faces.routes.yaml:136
      return { status: 400, message: 'The address is neither an EVM nor a Solana address' }
    return undefined
  },
  headers: () => ({ 'Cache-Control': 'public, max-age=30' }),
} satisfies Partial<Route<
  Call<undefined, { address: string }, never, GetWalletAddressRealfacesQuery>
>>

/** Members that /api/v1/realface/init and 3 more routes share. */
const postRealfaceInitShared = {
  family: 'people/faces', aliases: [], tags: ['faces'],
  networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'], envelope: 'faces',
  challenge: 'after_gates', authorization: 300_000, bodyLimit: 1_048_576,
} satisfies Partial<Route<Call<any, {}, never, any, any>>>

/** POST /api/v1/realface/init: Begin to enroll a face, or get a fresh link for the phone */
export const postRealfaceInit: Route<
  Call<PostRealfaceInitBody, {}, never, any, PostRealfaceInitValues>
> = {
  ...postRealfaceInitShared, id: 'post_realface_init', origin: 'catalog/people/faces.routes.yaml:6',
  method: 'POST', path: '/api/v1/realface/init', prefix: '/api/v1/realface',
  summary: 'Begin to enroll a face, or get a fresh link for the phone', flow: 'free',
  discovery: 'free', limit: 'face_init',
  body: {
    schema: {
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 64, description: 'of the person' },
        groupId: {
          type: 'string', minLength: 1, description: 'as returned earlier, for a fresh link',
        },
      },
      required: ['name'],
    },
    unknown: 'ignore',
  },
  values: { group: ({ body, hooks }) => hooks.unseal('rf1', body.groupId ?? '') },
  gates: ({ body, values }) => {
    if (!(body.groupId === undefined || values.group !== '')) // catalog/people/faces.routes.yaml:16
      return {
        status: 404, message: 'Unknown group',
        extra: {
          message: 'The group_id is unknown here. Begin with POST /api/v1/realface/init and pass its group_id back unchanged.',
        },
      }
    return undefined
  },
  work: [
    {
      name: 'opened',
      when: ({ body }) => body.groupId === undefined,
      call: facesOpen,
      with: ({ body }) => ({ name: body.name }),
    },
    {
      name: 'refreshed',
      when: ({ body }) => body.groupId !== undefined,
      call: facesRefresh,
      with: ({ values }) => ({ group: values.group }),
    },
  ],
  give: ({ steps }) => ({
    id: get(steps.opened, 'id') ?? get(steps.refreshed, 'id'),
    link: get(steps.opened, 'link') ?? get(steps.refreshed, 'link'),
    status: get(steps.opened, 'status') ?? get(steps.refreshed, 'status'),
  }),
  reply: ({ body, hooks, result }) => ({
    object: 'realface.init',
    group_id: body.groupId ?? hooks.seal('rf1', say(need(result).id)),
    h5_link: need(result).link,
    status: same(need(result).status, 'active') ? 'active' : 'pending_validation',
    expires_in_seconds: 120,
    next_steps: [
      'Open h5_link on a phone within 120 seconds and record a short video with a nod and a blink.',
      'Poll GET /api/v1/realface/status?groupId=<group_id> every 3 to 5 seconds until ready_to_finalize is true.',
      'Send name, image_url and group_id to POST /api/v1/realface/enroll.',
    ],
  }),
}

/** GET /api/v1/realface/status: Whether the check on the phone is done */
export const getRealfaceStatus: Route<
  Call<undefined, {}, never, GetRealfaceStatusQuery, PostRealfaceInitValues>
> = {
  ...postRealfaceInitShared, id: 'get_realface_status',
  origin: 'catalog/people/faces.routes.yaml:31', method: 'GET', path: '/api/v1/realface/status',
  prefix: '/api/v1/realface', summary: 'Whether the check on the phone is done', flow: 'free',
  discovery: 'free', limit: 'face_status',
  query: {
    schema: {
      type: 'object',
      properties: { groupId: { type: 'string', minLength: 1 } },
      required: ['groupId'],
    },
    unknown: 'ignore',
  },
  values: { group: ({ query, hooks }) => hooks.unseal('rf1', query.groupId) },
  gates: ({ values }) => {
    if (values.group === '') // catalog/people/faces.routes.yaml:38
      return {
        status: 404, message: 'Unknown group',
        extra: {
          message: 'The group_id is unknown here. Begin with POST /api/v1/realface/init and pass its group_id back unchanged.',
        },
      }
    return undefined
  },
  upstream: () => facesLook,
  with: ({ values }) => ({ group: values.group }),
  reply: ({ query, result }) => ({
    object: 'realface.status', group_id: query.groupId,
    status: same(need(result).status, 'active') ? 'active' : 'pending_validation',
    asset_count: need(result).assets, ready_to_finalize: same(need(result).status, 'active'),
  }),
}

/** POST /api/v1/realface/enroll: Enroll the face of a checked person for video */
export const postRealfaceEnroll: Route<
  Call<PostRealfaceEnrollBody, {}, never, any, PostRealfaceInitValues>
> = {
  ...postRealfaceInitShared, id: 'post_realface_enroll',
  origin: 'catalog/people/faces.routes.yaml:46', method: 'POST', path: '/api/v1/realface/enroll',
  prefix: '/api/v1/realface', summary: 'Enroll the face of a checked person for video',
  flow: 'inline', discovery: 'challenge', onSettlementFailure: 'absorb',
  body: {
    schema: {
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 64 },
        image_url: {
          type: 'string', minLength: 9, maxLength: 2048,
          description: 'public https address of a JPG, PNG or WEBP, 10 MB at most',
        },
        group_id: { type: 'string', minLength: 1, description: 'of an active group' },
      },
      required: ['name', 'image_url', 'group_id'],
    },
    unknown: 'ignore',
  },
  values: { group: ({ body, hooks }) => hooks.unseal('rf1', body.group_id) },
  gates: ({ body, hooks }) => {
    if (!hooks.isPublicUrl(body.image_url)) // catalog/people/faces.routes.yaml:56
      return { status: 400, message: 'image_url must be a public https address' }
    return undefined
  },
  checks: ({ values }) => {
    if (values.group === '') // catalog/people/faces.routes.yaml:58
      return {
        status: 404, message: 'Unknown group',
        extra: {
          message: 'The group_id is unknown here. Begin with POST /api/v1/realface/init and pass its group_id back unchanged.',
        },
      }
    return undefined
  },
  price: {
    micro: () => 11_000n, // catalog/people/faces.routes.yaml:59
    lines: () => [['call', 1, 1n, 1n, 100n], ['fee', 1, 1n, 1n, 1000n]],
    decimals: 6, identify: false,
  },
  show: ({ route }) => ({ endpoint: route.path, method: route.method, description: route.summary }),
  example: { body: { name: 'Ada', image_url: 'https://a.example/ada.png', group_id: 'rf1_x' } },
  work: [
    { name: 'checked', call: facesLook, with: ({ values }) => ({ group: values.group }) },
    {
      refuse: ({ steps }) => {
        if (!same(steps.checked.status, 'active')) // catalog/people/faces.routes.yaml:63
          return {
            status: 425, message: 'Group not validated yet',
            extra: {
              group_status: 'pending_validation',
              hint: 'Open the link on the phone and poll the status until ready_to_finalize is true.',
            },
          }
        return undefined
      },
    },
    {
      name: 'made', call: facesEnroll,
      with: ({ body, values, call }) =>
        ({ group: values.group, name: body.name, image_url: body.image_url, label: call.id }),
      undo: { call: facesGiveBack, with: ({ call }) => ({ label: call.id }) },
    },
  ],
  give: ({ hooks, steps }) =>
    ({ provider_id: steps.made.id, asset_id: 'ta_' + hooks.digest(say(steps.made.id)) }),
  reply: ({ body, network, now, price, payment, result }) => ({
    object: 'realface', asset_id: need(result).asset_id, group_id: body.group_id,
    provider_asset_id: need(result).provider_id, name: body.name, image_url: body.image_url,
    created_at: iso(now),
    usage: {
      compatible_models: ['vendorD/video-2.0', 'vendorD/video-2.0-fast', 'vendorD/video-2.0-mini'],
      how_to_use: 'Send asset_id as real_face_asset_id to POST /api/v1/videos/generations.',
    },
    price,
    settlement: {
      success: payment !== undefined, tx_hash: payment?.tx_hash, network: network.label,
    },
  }),
  effects: ({ body, now, payer, result }) => [{
    do: 'put', kind: 'enrolled_faces', key: str(need(result).asset_id), when: 'done',
    row: {
      owner: payer, name: body.name, image_url: body.image_url, created_at: now,
      provider_id: need(result).provider_id,
    },
  }],
  fixed: ['quote'],
}

/** POST /api/v1/portrait/enroll: Enroll an AI character for video */
export const postPortraitEnroll: Route<Call<PostPortraitEnrollBody>> = {
  ...postRealfaceInitShared, id: 'post_portrait_enroll',
  origin: 'catalog/people/faces.routes.yaml:95', method: 'POST', path: '/api/v1/portrait/enroll',
  prefix: '', summary: 'Enroll an AI character for video', flow: 'inline', discovery: 'challenge',
  onSettlementFailure: 'absorb',
  body: {
    schema: {
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 64 },
        image_url: {
          type: 'string', minLength: 9, maxLength: 2048,
          description: 'public https address of a JPG, PNG or WEBP, 10 MB at most',
        },
      },
      required: ['name', 'image_url'],
    },
    unknown: 'ignore',
  },
  gates: ({ body, hooks }) => {
    if (!hooks.isPublicUrl(body.image_url)) // catalog/people/faces.routes.yaml:103
      return { status: 400, message: 'image_url must be a public https address' }
    return undefined
  },
  price: {
    micro: () => 11_000n, // catalog/people/faces.routes.yaml:104
    lines: () => [['call', 1, 1n, 1n, 100n], ['fee', 1, 1n, 1n, 1000n]],
    decimals: 6, identify: false,
  },
  show: ({ route }) => ({ endpoint: route.path, method: route.method, description: route.summary }),
  example: { body: { name: 'Fox', image_url: 'https://a.example/fox.png' } },
  work: [{
    name: 'made', call: facesEnroll,
    with: ({ body, call }) => ({ name: body.name, image_url: body.image_url, label: call.id }),
    undo: { call: facesGiveBack, with: ({ call }) => ({ label: call.id }) },
  }],
  give: ({ hooks, steps }) => ({
    provider_id: steps.made.id, asset_id: 'ta_' + hooks.digest(say(steps.made.id)),
    group_id: 'tg_' + hooks.digest(say(steps.made.group)),
  }),
  reply: ({ body, network, now, price, payment, result }) => ({
    object: 'virtual_portrait', asset_id: need(result).asset_id, group_id: need(result).group_id,
    name: body.name, image_url: body.image_url, created_at: iso(now),
    usage: {
      compatible_models: ['vendorD/video-2.0', 'vendorD/video-2.0-fast', 'vendorD/video-2.0-mini'],
      how_to_use: 'Send asset_id as real_face_asset_id to POST /api/v1/videos/generations.',
    },
    price,
    settlement: {
      success: payment !== undefined, tx_hash: payment?.tx_hash, network: network.label,
    },
  }),
  effects: ({ body, now, payer, result }) => [{
    do: 'put', kind: 'portraits', key: str(need(result).asset_id), when: 'done',
    row: {
      owner: payer, group_id: need(result).group_id, name: body.name, image_url: body.image_url,
      created_at: now, provider_id: need(result).provider_id,
    },
  }],
  fixed: ['quote'],
}

/** GET /api/v1/wallet/{address}/realfaces: The faces that a wallet has enrolled */
export const getWalletAddressRealfaces: Route<
  Call<undefined, { address: string }, never, GetWalletAddressRealfacesQuery>
> = {
  ...shared, id: 'get_wallet_address_realfaces', origin: 'catalog/people/faces.routes.yaml:139',
  path: '/api/v1/wallet/{address}/realfaces', summary: 'The faces that a wallet has enrolled',
  limit: 'wallet_faces',
  reads: [{
    name: 'mine', kind: 'enrolled_faces', when: 'request',
    of: ({ path }) => path.address,
    skip: ({ query }) => query.skip,
  }],
  reply: ({ path, read }) => ({
    wallet: path.address,
    realfaces: items(read.mine).map(f => ({
      assetId: f.asset_id, name: f.name, imageUrl: f.image_url, createdAt: iso(f.created_at),
      enrollmentTxHash: f.tx_hash, providerAssetId: f.provider_id,
    })),
    count: count(items(read.mine)),
  }),
}

/** GET /api/v1/wallet/{address}/portraits: The AI characters that a wallet has enrolled */
export const getWalletAddressPortraits: Route<
  Call<undefined, { address: string }, never, GetWalletAddressRealfacesQuery>
> = {
  ...shared, id: 'get_wallet_address_portraits', origin: 'catalog/people/faces.routes.yaml:150',
  path: '/api/v1/wallet/{address}/portraits',
  summary: 'The AI characters that a wallet has enrolled', limit: 'wallet_portraits',
  reads: [{
    name: 'mine', kind: 'portraits', when: 'request',
    of: ({ path }) => path.address,
    skip: ({ query }) => query.skip,
  }],
  reply: ({ path, read }) => ({
    wallet: path.address,
    portraits: items(read.mine).map(f => ({
      assetId: f.asset_id, groupId: f.group_id, name: f.name, imageUrl: f.image_url,
      createdAt: iso(f.created_at), enrollmentTxHash: f.tx_hash,
    })),
    count: count(items(read.mine)),
  }),
}
