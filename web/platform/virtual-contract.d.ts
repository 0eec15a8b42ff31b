declare module 'virtual:contract' {
  /**
   * Method and path of every route by noun and verb, as `GET /api/v1/centers/{centerId}`: generated from
   * contract/contract.ts at build time.
   */
  export const routes: Readonly<Record<string, Readonly<Record<string, string>>>>
}
