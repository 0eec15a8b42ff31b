/** What the gateway gives for a seller's consent. `expiresAt`: after it, only the seller can connect the account again. */
export type SellerTokens = {
  accountId: string
  accessToken: string
  refreshToken: string
  expiresAt: Date
}

/** `label`: the name or the address by which the owner recognises the account. */
export type DescribedAccount = { label: string; isTest: boolean }

/** How a centre connects its account at the gateway: OAuth 2 with PKCE (S256). */
export type SellerAccounts = {
  /** The page on which the owner of the account consents. */
  authorizationUrl(input: { state: string; codeVerifier: string }): string
  /** @throws ConsentRefusedError for a code that is unknown, used or too old */
  exchangeCode(input: { code: string; codeVerifier: string; now: Date }): Promise<SellerTokens>
  /** The earlier refresh token works no more. @throws ConsentRefusedError when the seller has to consent again */
  refresh(input: { refreshToken: string; now: Date }): Promise<SellerTokens>
  /** @throws SellerRefusedError */
  describe(input: { accessToken: string }): Promise<DescribedAccount>
}

/** The gateway does not accept the code or the refresh token. */
export class ConsentRefusedError extends Error {
  override name = 'ConsentRefusedError'
}
