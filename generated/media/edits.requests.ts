// Code generated from catalog/media/edits.routes.yaml by "npm run generate". DO NOT EDIT.
import type { Json } from '../../runtime/contract.ts'

export type PostImagesImage2ImageBody = {
  /** one of the models that edit */
  model: string
  /** what to change */
  prompt: string
  /** data URI of the source image, or of several images to combine */
  image: string[]
  /** data URI of a PNG of the same size; the image changes where the mask is transparent */
  mask?: string
  /** one of the model's sizes */
  size: string
  /** images to make */
  n: number
  /** b64_json - each image also comes in base64, as b64_json beside its address */
  response_format?: Json
}

export type PostImagesEditsForm = {
  /** one of the models that edit */
  model: string
  /** what to change */
  prompt: string
  /** the source image, or several images to combine */
  image: string[]
  /** a PNG of the same size; the image changes where the mask is transparent */
  mask?: string
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

/** The derived values of POST /api/v1/images/image2image. */
export interface PostImagesImage2ImageValues {
  editors: readonly string[]
}
