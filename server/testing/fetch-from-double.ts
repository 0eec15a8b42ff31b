// Imported by a server of a test before its own code: production calls no other address than Mercado Pago's own, which a double plays
// at DOUBLE_ORIGIN.
const real = globalThis.fetch
export const doubleOrigin = process.env.DOUBLE_ORIGIN ?? ''

globalThis.fetch = (input, init) =>
  real(typeof input === 'string' ? input.replace('https://api.mercadopago.com', doubleOrigin) : input, init)
