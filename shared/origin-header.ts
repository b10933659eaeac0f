/** In this header, CloudFront says a secret to the API. CloudFront replaces what a client sends in it. */
export const originHeader = 'x-antecede-origin';
