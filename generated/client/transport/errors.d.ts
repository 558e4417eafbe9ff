// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
/** Errors of calls. Each says whether something was charged. */
/**
 * Whether a call was charged. `'unknown'` means that a payment was signed and its outcome is not
 * known: repeat the call with the error's `payment`, which never pays twice.
 */
export type Charged = boolean | 'unknown';
/** The facts of an error. */
export interface Facts {
    message: string;
    code: string;
    charged: Charged;
    status?: number;
    details?: unknown;
    body?: unknown;
    requestId?: string;
    payment?: string;
    retryAfter?: number;
    cause?: unknown;
}
/** A call that failed. */
export declare class FareboxError extends Error {
    readonly name: string;
    /** What went wrong, for programs. */
    readonly code: string;
    readonly charged: Charged;
    /** Status of the reply; undefined if there was none. */
    readonly status: number | undefined;
    readonly details: unknown;
    /** The whole body of the reply. */
    readonly body: unknown;
    readonly requestId: string | undefined;
    /** The payment header that was signed for the call. */
    readonly payment: string | undefined;
    /** Seconds after which the gateway suggests another try. */
    readonly retryAfter: number | undefined;
    constructor(facts: Facts);
}
/** The request was refused: 400 to 499. */
export declare class RequestError extends FareboxError {
    readonly name: string;
}
/** The requested model or operation is no longer sold: 410. */
export declare class GoneError extends RequestError {
    readonly name: string;
    /** The successor to request instead. */
    readonly successor: string | undefined;
    constructor(facts: Facts);
}
/** The call costs more than a limit allows. Nothing was signed. */
export declare class PriceError extends RequestError {
    readonly name: string;
}
/** Too many requests: 429. */
export declare class RateLimitError extends RequestError {
    readonly name: string;
}
/** The payment was not accepted, or there is no signer: 402. */
export declare class PaymentError extends FareboxError {
    readonly name: string;
}
/** The gateway, or its upstream, failed: 500 to 599. */
export declare class GatewayError extends FareboxError {
    readonly name: string;
}
/** The gateway could not be reached, or the connection was lost. */
export declare class ConnectionError extends FareboxError {
    readonly name: string;
}
/** The caller canceled: its signal was aborted, or the call took longer than its `timeout`. */
export declare class CanceledError extends FareboxError {
    readonly name: string;
}
/** A job failed. Failed jobs are not charged. */
export declare class JobError extends FareboxError {
    readonly name: string;
}
/** A stream ended before its answer was complete. */
export declare class StreamError extends FareboxError {
    readonly name: string;
}
/** The error for a refusal. */
export declare function errorOf(facts: Facts & {
    status: number;
}): FareboxError;
