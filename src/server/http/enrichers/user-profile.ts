/** `userprofile` for users: their profile. All five keys are always present. */

import { blobAt } from '#server/core/documents/properties.ts';
import { userProfile as readProfile } from '#server/core/people/user-profile.ts';
import { presentBlob } from '../presenters/blob.ts';
import type { UserEnricher } from './enricher.ts';

export const userProfile: UserEnricher = {
  name: 'userprofile',
  value: async (call, username) => {
    const profile = await readProfile(call.session, username);
    const { avatarDocument: document } = profile;
    const avatar = document && blobAt(document, 'userprofile:avatar');
    return {
      birthdate: profile.birthdate,
      phonenumber: profile.phonenumber,
      avatar:
        document && avatar ? presentBlob(call.baseUrl, document, 'userprofile:avatar', avatar).data : null,
      gender: profile.gender,
      locale: profile.locale,
    };
  },
};
