// SPDX-License-Identifier: MIT
// All kernels by name: the list from which the plugin and the emulator make their tables.
#pragma once

#include "solve/cuda/args.h"
#include "solve/cuda/beam_device.h"
#include "solve/cuda/gather_device.h"
#include "solve/cuda/portable.h"
#include "solve/cuda/race_device.h"
#include "solve/cuda/react_device.h"
#include "solve/cuda/settle_device.h"
#include "solve/cuda/stream_device.h"
#include "solve/cuda/wide_device.h"

#define SIZE 3
#include "solve/cuda/device_reach_template.h"
#define SIZE 4
#include "solve/cuda/device_reach_template.h"
#define SIZE 5
#include "solve/cuda/device_reach_template.h"
#define SIZE 6
#include "solve/cuda/device_reach_template.h"
#define SIZE 7
#include "solve/cuda/device_reach_template.h"
