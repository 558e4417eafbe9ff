// Code generated from catalog/media/images.routes.yaml by "npm run generate". DO NOT EDIT.
import type { Json } from '../../runtime/contract.ts'

export type PostImagesGenerationsBody = {
  /** one of the model ids */
  model: string
  /** image description */
  prompt: string
  /** one of the model's sizes */
  size: string
  /** images to make */
  n: number
  /** b64_json - each image also comes in base64, as b64_json beside its address */
  response_format?: Json
}

export type PostV1ImagesGenerationsForm = {
  /** one of the model ids */
  model: string
  /** image description */
  prompt: string
  /** one of the model's sizes; auto means 1024x1024 */
  size: string
  /** images to make */
  n: number
  /** an address, or the image itself in base64 beside it */
  response_format: 'url' | 'b64_json'
  /** false only */
  stream: boolean
  [k: string]: Json | undefined
}

/** The derived values of GET /api/v1/images/models. */
export interface GetImagesModelsValues {
  listed: readonly any[]
}
