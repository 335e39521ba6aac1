/**
 * The message for a regular expression that RE2 refuses. RE2's own words for a look-behind are "invalid named capture".
 */
export const noneOfRe2 = 'is not valid in RE2, which has no look-around and no backreferences';
