declare module 'virtual:contract' {
  /**
   * Every route by noun and verb: generated from contract/contract.ts at build time. After method and path stand what the
   * response is (`=`) and what it changes: `PUT /api/v1/centers/{centerId}/own =practice.profile centers.get`.
   */
  export const routes: Readonly<Record<string, Readonly<Record<string, string>>>>
}
