/** The field that confirming goes back to when a home visit lacks its address. */
export const homeAddressId = 'home-address'
