/**
 * Runs in the head, before the first paint: a browser outside Uruguay's zone reserves the space of each note about it, so that
 * nothing moves when they are written. Uruguay is three hours behind UTC all year. Styles read the attribute.
 */
export const reserveZoneSpace =
  "if(new Date().getTimezoneOffset()!==180)document.documentElement.setAttribute('data-other-zone','')"
