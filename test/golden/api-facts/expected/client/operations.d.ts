// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
import type { Asset, Operation } from './transport/types.js'

/** The assets in which the networks of the gateway are paid. */
export declare const assets: readonly Asset[]
/** Every operation, from which the methods are made. */
export declare const operations: readonly Operation[]
