// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
import type { UpstreamCall, UpstreamSpec } from '../runtime/contract.ts'
import { at, get, items, length, say } from '../runtime/formula.ts'
import type { Call } from './hooks.ts'
import type { ImagesRow } from './media/images.models.ts'
import type { PostImagesGenerationsBody, PostRpcNetworkBody } from './requests.ts'
import type { RpcRow } from './tools/rpc.models.ts'

/** Suppliers. `{key}` in a header stands for the key from the environment. */
export const upstreams: Readonly<Record<string, UpstreamSpec>> = {
  nodes: {
    name: 'nodes',
    env: 'NODES',
    base: 'https://{model.host}.gateway.nodes.example',
    source: 'nodes',
    headers: { 'x-api-key': '{key}' },
  },
  predex: {
    name: 'predex',
    env: 'PREDEX',
    base: 'https://api.predex.example/v2',
    source: 'predex',
    headers: { 'x-api-key': '{key}' },
  },
  vendor_a: {
    name: 'vendor_a',
    env: 'VENDOR_A',
    base: 'https://api.vendor-a.example',
    source: 'vendorA',
    headers: { Authorization: 'Bearer {key}' },
  },
  vendor_b: {
    name: 'vendor_b',
    env: 'VENDOR_B',
    base: 'https://api.vendor-b.example',
    source: 'vendorB',
    headers: { 'x-goog-api-key': '{key}' },
  },
  vendor_c: {
    name: 'vendor_c',
    env: 'VENDOR_C',
    base: 'https://api.vendor-c.example',
    source: 'vendorC',
    headers: { Authorization: 'Bearer {key}' },
  },
  vendor_d: {
    name: 'vendor_d',
    env: 'VENDOR_D',
    base: 'https://api.vendor-d.example',
    source: 'vendorD',
    headers: { Authorization: 'Bearer {key}' },
  },
  vendor_e: {
    name: 'vendor_e',
    env: 'VENDOR_E',
    base: 'https://api.vendor-e.example',
    source: 'vendorE',
    headers: { Authorization: 'Bearer {key}' },
  },
}

/** POST of nodes. */
export const nodesRpc: UpstreamCall<Call<any, any, RpcRow, any>> = {
  id: 'nodes.rpc',
  upstream: 'nodes',
  origin: 'catalog/upstreams/nodes.yaml:14',
  method: 'POST',
  path: () => '/',
  holes: ({ model }) => ({ 'model.host': model.host }),
  timeout: 20_000,
  retry: 0,
  send: 'verbatim',
  fail: ({ status, reply }) => {
    // catalog/upstreams/nodes.yaml:7
    if ([401, 403, 407].includes(status)) return { as: 'upstream_failed', details: 'The node is not available to this gateway now' }
    // catalog/upstreams/nodes.yaml:10
    if (status === 200 && length(reply) === 0) return { as: 'upstream_failed', details: 'The node gave no answer' }
    return undefined
  },
  passes: ({ status, reply }) => (status === 400 || status === 404 || status === 500)
    && (get(reply, 'error') !== undefined && get(reply, 'id') !== undefined),
}

/** GET of predex. */
export const predexRead: UpstreamCall<Call<any, any, any, any>> = {
  id: 'predex.read',
  upstream: 'predex',
  origin: 'catalog/upstreams/predex.yaml:11',
  method: 'GET',
  path: ({ route }) => route.rest,
  timeout: 30_000,
  retry: 1,
  query: 'forward',
  fail: ({ status, reply }) => {
    // catalog/upstreams/predex.yaml:7
    if (status === 200 && length(reply) === 0) return { as: 'upstream_failed', details: 'The upstream gave no answer' }
    return undefined
  },
}

/** POST of predex. */
export const predexSend: UpstreamCall<Call<any, any, any, any>> = {
  id: 'predex.send',
  upstream: 'predex',
  origin: 'catalog/upstreams/predex.yaml:16',
  method: 'POST',
  path: ({ route }) => route.rest,
  timeout: 30_000,
  retry: 0,
  query: 'forward',
  send: 'verbatim',
  fail: ({ status, reply }) => {
    // catalog/upstreams/predex.yaml:7
    if (status === 200 && length(reply) === 0) return { as: 'upstream_failed', details: 'The upstream gave no answer' }
    return undefined
  },
}

/** POST of vendor_a. */
export const vendorAImages: UpstreamCall<Call<PostImagesGenerationsBody, any, ImagesRow, any>> = {
  id: 'vendor_a.images',
  upstream: 'vendor_a',
  origin: 'catalog/upstreams/vendor-a.yaml:11',
  method: 'POST',
  path: () => '/v1/images/generations',
  timeout: 600_000,
  retry: 0,
  send: ({ body, model }) => ({ model: model.supplier_id, prompt: body.prompt, size: body.size, n: body.n }),
  fail: ({ body, status, reply }) => {
    // catalog/upstreams/vendor-a.yaml:7
    if (status === 400 && ['moderation_blocked', 'content_policy_violation'].includes(get(reply, 'error', 'code'))) {
      return { as: 'content_policy', details: get(reply, 'error', 'message') }
    }
    // catalog/upstreams/vendor-a.yaml:13
    if (status === 200 && length(get(reply, 'data')) < body.n) {
      return { as: 'upstream_failed', details: 'Fewer images were made than asked for' }
    }
    return undefined
  },
  give: ({ reply }) => ({
    assets: items(get(reply, 'data')).map(i => ({
      b64: get(i, 'b64_json'),
      mime: 'image/png',
      revised_prompt: get(i, 'revised_prompt'),
    })),
  }),
}

/** POST of vendor_b. */
export const vendorBImages: UpstreamCall<Call<PostImagesGenerationsBody, any, ImagesRow, any>> = {
  id: 'vendor_b.images',
  upstream: 'vendor_b',
  origin: 'catalog/upstreams/vendor-b.yaml:14',
  method: 'POST',
  path: ({ model }) => `/v1beta/models/${model.supplier_id}:generateContent`,
  timeout: 300_000,
  retry: 0,
  repeat: ({ body }) => body.n,
  send: ({ body }) => {
    const resolution = { '1024x1024': '1K', '2048x2048': '2K', '4096x4096': '4K' }
    return {
      contents: [{ role: 'user', parts: [{ text: body.prompt }] }],
      generationConfig: {
        responseModalities: ['IMAGE'],
        imageConfig: { aspectRatio: '1:1', imageSize: at(resolution, body.size) },
      },
    }
  },
  fail: ({ status, reply }) => {
    // catalog/upstreams/vendor-b.yaml:7
    if (status === 200 && get(reply, 'promptFeedback', 'blockReason') !== undefined) {
      return { as: 'content_policy', details: `Blocked: ${say(get(reply, 'promptFeedback', 'blockReason'))}` }
    }
    // catalog/upstreams/vendor-b.yaml:10
    if (status === 200
      && [
        'SAFETY',
        'IMAGE_SAFETY',
        'PROHIBITED_CONTENT',
        'IMAGE_PROHIBITED_CONTENT',
        'NO_IMAGE',
        'IMAGE_OTHER',
        'RECITATION',
      ].includes(get(reply, 'candidates', 0, 'finishReason'))) {
      return { as: 'content_policy', details: `Blocked: ${say(get(reply, 'candidates', 0, 'finishReason'))}` }
    }
    return undefined
  },
  give: ({ reply }) => ({
    assets: items(get(reply, 'candidates', 0, 'content', 'parts')).filter(p => get(p, 'inlineData') !== undefined).map(p => ({
      b64: get(p, 'inlineData', 'data'),
      mime: get(p, 'inlineData', 'mimeType'),
    })),
  }),
}

/** POST of vendor_c. */
export const vendorCImages: UpstreamCall<Call<PostImagesGenerationsBody, any, ImagesRow, any>> = {
  id: 'vendor_c.images',
  upstream: 'vendor_c',
  origin: 'catalog/upstreams/vendor-c.yaml:14',
  method: 'POST',
  path: () => '/v1/images/generations',
  timeout: 300_000,
  retry: 0,
  send: ({ body, model }) => ({
    model: model.supplier_id,
    prompt: body.prompt,
    n: body.n,
    response_format: 'url',
    aspect_ratio: '1:1',
    resolution: '1k',
  }),
  fail: ({ body, status, reply }) => {
    // catalog/upstreams/vendor-c.yaml:7
    if (status === 200 && items(get(reply, 'data')).some(i => get(i, 'respect_moderation') === false)) {
      return { as: 'content_policy', details: 'An image was withheld by moderation' }
    }
    // catalog/upstreams/vendor-c.yaml:10
    if (status === 400 && get(reply, 'code') === 'content_policy_violation') return { as: 'content_policy', details: get(reply, 'error') }
    // catalog/upstreams/vendor-c.yaml:16
    if (status === 200 && length(get(reply, 'data')) < body.n) {
      return { as: 'upstream_failed', details: 'Fewer images were made than asked for' }
    }
    return undefined
  },
  give: ({ reply }) => ({
    assets: items(get(reply, 'data')).map(i => ({
      url: get(i, 'url'),
      b64: get(i, 'b64_json'),
      mime: 'image/jpeg',
      revised_prompt: get(i, 'revised_prompt'),
    })),
  }),
}

/** POST of vendor_d. */
export const vendorDImages: UpstreamCall<Call<PostImagesGenerationsBody, any, ImagesRow, any>> = {
  id: 'vendor_d.images',
  upstream: 'vendor_d',
  origin: 'catalog/upstreams/vendor-d.yaml:17',
  method: 'POST',
  path: () => '/api/v3/images/generations',
  timeout: 600_000,
  retry: 0,
  repeat: ({ body }) => body.n,
  send: ({ body, model }) => ({
    model: model.supplier_id,
    prompt: body.prompt,
    size: body.size,
    response_format: 'url',
    watermark: false,
    sequential_image_generation: 'disabled',
  }),
  fail: ({ status, reply }) => {
    // catalog/upstreams/vendor-d.yaml:7
    if (['InputTextSensitiveContentDetected', 'OutputImageSensitiveContentDetected'].includes(get(reply, 'error', 'code'))) {
      return { as: 'content_policy', details: get(reply, 'error', 'message') }
    }
    // catalog/upstreams/vendor-d.yaml:10
    if (status === 200 && items(get(reply, 'data')).some(i => get(i, 'error', 'code') === 'OutputImageSensitiveContentDetected')) {
      return { as: 'content_policy', details: 'An image was withheld by moderation' }
    }
    // catalog/upstreams/vendor-d.yaml:13
    if (status === 200 && items(get(reply, 'data')).some(i => get(i, 'error') !== undefined)) {
      return { as: 'upstream_failed', details: get(reply, 'data', 0, 'error', 'message') }
    }
    return undefined
  },
  give: ({ reply }) => ({ assets: items(get(reply, 'data')).map(i => ({ url: get(i, 'url'), mime: 'image/jpeg' })) }),
}

/** POST of vendor_e. */
export const vendorEImages: UpstreamCall<Call<PostImagesGenerationsBody, any, ImagesRow, any>> = {
  id: 'vendor_e.images',
  upstream: 'vendor_e',
  origin: 'catalog/upstreams/vendor-e.yaml:11',
  method: 'POST',
  path: () => '/api/paas/v4/images/generations',
  timeout: 300_000,
  retry: 0,
  repeat: ({ body }) => body.n,
  send: ({ body, model }) => ({ model: model.supplier_id, prompt: body.prompt, size: body.size }),
  fail: ({ reply }) => {
    // catalog/upstreams/vendor-e.yaml:7
    if (get(reply, 'error', 'code') === '1301') return { as: 'content_policy', details: get(reply, 'error', 'message') }
    return undefined
  },
  give: ({ reply }) => ({ assets: items(get(reply, 'data')).map(i => ({ url: get(i, 'url'), mime: 'image/png' })) }),
}

/** All calls by `upstream.call`. */
export const calls: Readonly<Record<string, UpstreamCall>> = {
  'nodes.rpc': nodesRpc,
  'predex.read': predexRead,
  'predex.send': predexSend,
  'vendor_a.images': vendorAImages,
  'vendor_b.images': vendorBImages,
  'vendor_c.images': vendorCImages,
  'vendor_d.images': vendorDImages,
  'vendor_e.images': vendorEImages,
}
