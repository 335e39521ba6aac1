import { App } from 'aws-cdk-lib';
import { runApp } from './run-app.ts';

process.exitCode = await runApp(new App(), process.env, (text) => process.stderr.write(text));
