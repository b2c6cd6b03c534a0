import { TestNetworkNoAppView } from '@atproto/dev-env';

// Tells its addresses in one line and ends with its standard input, so that it outlives nobody.
const network = await TestNetworkNoAppView.create({ pds: { hostname: 'localhost', rateLimitsEnabled: true } });
process.stdout.write(`${JSON.stringify({ pds: network.pds.url, plc: network.plc.url })}\n`);
process.stdin.on('end', () => process.exit(0)).resume();
