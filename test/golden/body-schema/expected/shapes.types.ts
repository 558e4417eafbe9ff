// Code generated from catalog/schemas/order.yaml by "npm run generate". DO NOT EDIT.
import type { Json } from '../runtime/contract.ts'

export type Order = {
  model: string
  count: number
  size?: 's' | 'm'
  ratio?: number
  loud?: boolean
  tags?: string[]
  more?: {
    [k: string]: Json | undefined
  }
  /** a part */
  inner?: {
    /** a part */
    a?: string
    [k: string]: Json | undefined
  }
  [k: string]: Json | undefined
}
