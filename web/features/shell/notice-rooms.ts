/**
 * The notices above a page have their room before the first paint, so that nothing moves when they arrive. An attribute of
 * `html` reserves each room; styles read it with `in-[[data-…]]`.
 */
export const rooms = { email: 'data-email-notice', link: 'data-link-notice' } as const
type Room = keyof typeof rooms

export function setRoom(room: Room, isReserved: boolean): void {
  document.documentElement.toggleAttribute(rooms[room], isReserved)
}

export function hasRoom(room: Room): boolean {
  return document.documentElement.hasAttribute(rooms[room])
}

/**
 * Runs in the head, before anything is painted: the stored session says whether its address is proven (as
 * hasProvenAddress does), and the address of the page whether a mailed link failed.
 */
export const reserveRooms = `(function(h){
if(/[#&]error(_code)?=/.test(location.hash)&&location.pathname!=='/reset-password')h.setAttribute('${rooms.link}','')
try{var u=JSON.parse(localStorage.getItem('senda.session')).user
if(!/[#&]access_token=/.test(location.hash)&&u.identities&&!u.identities.some(function(i){var d=i.identity_data
return d&&d.email_verified===true&&d.email===u.email}))h.setAttribute('${rooms.email}','')}catch(e){}
})(document.documentElement)`
