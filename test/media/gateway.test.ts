/** A gateway that keeps its media in a bucket, as `npm run serve` would with these settings. */
import { afterAll, beforeAll, expect } from 'vitest'
import { startObjectStore, type ObjectStore } from '../../scripts/devnet/object-store.ts'
import { startWorld, type World } from '../../scripts/world/world.ts'
import { newBuyer } from '../helpers/buyer.ts'
import { freshPrefix } from '../helpers/store.ts'
import { suitesWith } from '../helpers/servers.ts'

const { it } = suitesWith('s3')

let bucket: ObjectStore
let world: World
beforeAll(async () => {
  ;[bucket, world] = await Promise.all([startObjectStore(), startWorld()])
}, 90_000)
afterAll(async () => {
  await world?.stop()
  await bucket?.stop()
})

it('IMG-051 IMG-053 a picture that is bought lies in the bucket and is served from there, whole and in parts', async () => {
  const prefix = freshPrefix()
  const { url, keyId, secret, region } = bucket
  const gateway = await world.open({
    LOG_LEVEL: 'silent',
    MEDIA_S3_URL: `${url}/${prefix}`,
    MEDIA_S3_KEY_ID: keyId,
    MEDIA_S3_SECRET: secret,
    MEDIA_S3_REGION: region,
  })
  const buyer = await newBuyer(gateway.url, world.chain)
  const wanted = {
    method: 'POST',
    path: '/api/v1/images/generations',
    body: { model: 'vendorA/image-1', prompt: 'kept in a bucket' },
  } as const
  const bought = await buyer.buy(wanted)
  expect(bought.receipt?.success).toBe(true)
  const [picture] = (bought.body as { data: { url: string; backed_up: boolean }[] }).data
  expect(picture?.backed_up).toBe(true)
  const name = picture!.url.split('/').at(-1)!
  const kept = Buffer.from(
    await (await bucket.fetch(`/${prefix}/${name.slice(0, 2)}/${name}`)).arrayBuffer(),
  )
  const served = await fetch(picture!.url)
  expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(Buffer.from(await served.arrayBuffer())).toEqual(kept)
  const part = await fetch(picture!.url, { headers: { range: 'bytes=5-14' } })
  expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, kept.subarray(5, 15)])
  expect((await fetch(picture!.url.replace(name, `${'0'.repeat(64)}.png`))).status).toBe(404)
})
