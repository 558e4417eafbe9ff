// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
import type { Asset, Operation } from './transport/types.js'

/** What the networks of the gateway are paid in. */
export declare const assets: readonly Asset[]
/** Every operation, by which the methods are made. */
export declare const operations: readonly Operation[]
