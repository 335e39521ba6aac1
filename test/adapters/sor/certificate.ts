import { generateKeyPairSync, sign } from 'node:crypto';

const tlv = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};
const sequence = (...parts: readonly Uint8Array[]): Buffer => tlv(0x30, ...parts);
const hex = (text: string): Buffer => Buffer.from(text, 'hex');

const ecdsaWithSha256 = sequence(hex('06082a8648ce3d040302'));
const commonName = (name: string): Buffer =>
  sequence(tlv(0x31, sequence(hex('0603550403'), tlv(0x0c, Buffer.from(name)))));
const utcTime = (year: string): Buffer => tlv(0x17, Buffer.from(`${year}0101000000Z`));
const alternativeName = (name: string): Buffer =>
  sequence(sequence(hex('0603551d11'), tlv(0x04, sequence(tlv(0x82, Buffer.from(name))))));

/** Makes a self-signed certificate for one DNS name (RFC 5280), so that the repository contains no private key. */
export const certificateFor = (name: string): { readonly key: string; readonly cert: string } => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const body = sequence(
    tlv(0xa0, hex('020102')),
    hex('020101'),
    ecdsaWithSha256,
    commonName(name),
    sequence(utcTime('20'), utcTime('49')),
    commonName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, alternativeName(name)),
  );
  const signature = sign('sha256', body, privateKey);
  const der = sequence(body, ecdsaWithSha256, tlv(0x03, hex('00'), signature));
  const lines = der.toString('base64').replaceAll(/.{64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
};
